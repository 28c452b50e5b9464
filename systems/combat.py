"""Attacking, as the host declares it (CR 508): who attacks, what that costs, and what it makes trigger."""

from ecs_magic.abilities import Keyword
from ecs_magic.changes import Change, DeclareAttackers
from ecs_magic.components import Attacking
from ecs_magic.derived import characteristics, player_of
from ecs_magic.facts import Attacked
from ecs_magic.ids import Seat
from ecs_magic.moves import on_battlefield
from ecs_magic.objects import is_summoning_sick
from ecs_magic.planning import Plan, Planning
from ecs_magic.requests import Attack, Request, Tap
from ecs_magic.world import World


class CombatSystem:
    """Let creatures attack: untapped ones that are not new, tapped by it unless they have vigilance (CR 508.1a, f).

    Restrictions, requirements, blocks and combat damage are the host's.
    """

    requests: tuple[type[Request], ...] = (Attack,)
    applies: tuple[type[Change], ...] = (DeclareAttackers,)

    def expand(self, planning: Planning, request: Request) -> None:
        """Plan which creatures become attackers."""
        if not isinstance(request, Attack):
            return
        world = planning.world
        able: dict[Seat, list[int]] = {}
        for permanent in on_battlefield(planning, request.objects):
            seen = characteristics(world, permanent)
            words = {ability.keyword for ability in seen.abilities if isinstance(ability, Keyword)}
            if "Creature" not in seen.types:
                planning.ignore(permanent, "508.1a", "it is no creature")
            elif world.status(permanent).tapped:
                planning.ignore(permanent, "508.1a", "it is tapped")
            elif is_summoning_sick(world, permanent):
                planning.ignore(permanent, "302.6", "its controller has not controlled it since their turn began")
            elif "defender" in words:
                planning.ignore(permanent, "702.3b", "it has defender")
            else:
                able.setdefault(player_of(world, permanent), []).append(permanent)
                if "vigilance" not in words:
                    planning.also(Tap((permanent,)))
        for seat, attackers in able.items():
            after = Seat((seat + 1) % len(world.players))
            defender = after if request.player is None else Seat(int(request.player))
            planning.add(DeclareAttackers(tuple(attackers), seat, defender))  # type: ignore[arg-type]

    def apply(self, world: World, plan: Plan) -> None:
        """Mark the attackers."""
        for declared in plan.of(DeclareAttackers):
            # What leaves in the same batch attacks nobody.
            attackers = tuple(one for one in declared.permanents if world.is_object(one))
            for permanent in attackers:
                world.set(permanent, Attacking())
            plan.emit(Attacked(attackers, declared.player, declared.defender))
