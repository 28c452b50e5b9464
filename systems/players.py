"""What happens to players: life, damage, mana, losing; and damage to permanents (CR 119, 120, 106.4)."""

from ecs_magic import mana
from ecs_magic.abilities import Keyword
from ecs_magic.changes import (
    Change,
    ChangeCounters,
    FillPool,
    ForgetDeathtouch,
    LosePlayer,
    MarkDamage,
    SetLifeTotal,
    SpendMana,
)
from ecs_magic.components import Damage, Life, Lost, ManaPool
from ecs_magic.derived import characteristics, in_turn_order, player_of
from ecs_magic.errors import InputError
from ecs_magic.facts import DamageDealt, LifeChanged, ManaAdded, ManaSpent, PlayerDamaged, PlayerLost
from ecs_magic.ids import EntityId, ObjectId, Seat
from ecs_magic.moves import on_battlefield
from ecs_magic.objects import is_protected, last_known
from ecs_magic.planning import Plan, Planning
from ecs_magic.replacing import replaced_number
from ecs_magic.requests import (
    AddCounters,
    AddMana,
    ChangeLife,
    DealDamage,
    LoseGame,
    RemoveCounters,
    Request,
    SetLife,
    Survive,
)
from ecs_magic.ruling import is_player_protected, prohibited
from ecs_magic.world import World

_POOL_ORDER = "WUBRGC"


class PlayerSystem:
    """Change life totals and mana pools, and deal damage."""

    requests: tuple[type[Request], ...] = (SetLife, ChangeLife, AddMana, DealDamage, LoseGame, Survive)
    applies: tuple[type[Change], ...] = (SetLifeTotal, FillPool, SpendMana, MarkDamage, ForgetDeathtouch, LosePlayer)

    def expand(self, planning: Planning, request: Request) -> None:
        """Plan the change of life, mana or damage."""
        world = planning.world
        match request:
            case SetLife():
                seat = Seat(int(request.player))
                now = world.get(world.player_entities[seat], Life).life
                if not self._is_kept(planning, seat, request.life - now):
                    planning.add(SetLifeTotal(seat, request.life))
            case ChangeLife():
                seat, by = Seat(int(request.player)), request.by
                if self._is_kept(planning, seat, by):
                    return
                if by > 0:
                    by = replaced_number(planning, "gains life", by, player=seat)
                if by:
                    planning.add(SetLifeTotal(seat, 0, by=by))
            case AddMana():
                symbols = mana.symbols(request.mana) if "{" in request.mana else tuple(request.mana.upper())
                wrong = [symbol for symbol in symbols if symbol not in _POOL_ORDER]
                if wrong:
                    raise InputError(
                        f"{{{wrong[0]}}} is not a type of mana", where="add_mana", suggestion="W, U, B, R, G or C"
                    )
                planning.add(FillPool(Seat(int(request.player)), "".join(symbols)))
            case LoseGame():
                if refusal := prohibited(world, "lose the game", Seat(int(request.player))):
                    planning.ignore(None, *refusal)
                else:
                    planning.add(LosePlayer(Seat(int(request.player)), request.rule))
            case Survive():
                for permanent in on_battlefield(planning, request.objects):
                    if world.find(permanent, Damage) is not None:
                        planning.add(ForgetDeathtouch(permanent))
            case DealDamage():
                self._damage(planning, request, world)

    @staticmethod
    def _is_kept(planning: Planning, seat: Seat, by: int) -> bool:
        """Whether a life total stays because the player can't gain, or can't lose, life (CR 119.7-8)."""
        refusal = prohibited(planning.world, "gain life" if by > 0 else "lose life", seat) if by else None
        if refusal is not None:
            planning.ignore(None, *refusal)
        return refusal is not None

    def _damage(self, planning: Planning, request: DealDamage, world: World) -> None:
        source = None if request.source is None else ObjectId(EntityId(int(request.source)))
        board = world if source is None else last_known(world, source)
        by = None if source is None else (board, source)
        values = None if source is None else characteristics(board, source)
        abilities = () if values is None else values.abilities
        words = {one.keyword for one in abilities if isinstance(one, Keyword)}
        deadly = "deathtouch" in words

        def link(amount: int) -> None:
            """Let the source's controller gain that much life if it has lifelink (CR 120.3f, 702.15b)."""
            if source is not None and "lifelink" in words:
                planning.also(ChangeLife(player_of(board, source), amount))

        players = {entity: Seat(index) for index, entity in enumerate(world.player_entities)}
        if not request.amount:
            planning.ignore(None, "120.8", "no damage is dealt")
            return
        for target in in_turn_order(world, request.objects):
            if target in players:
                seat = players[target]
                if values is not None and is_player_protected(world, seat, values):
                    planning.ignore(None, "702.16e", "the player has protection from its source")
                    continue
                amount = replaced_number(planning, "player damage", request.amount, player=seat, by=by)
                if amount:
                    left = world.get(target, Life).life - amount
                    if "infect" in words:
                        planning.also(AddCounters((target,), "poison", amount))  # CR 120.3b
                    kept = "infect" in words or self._is_kept(planning, seat, -amount)
                    planning.add(SetLifeTotal(seat, left, amount, 0, source, request.combat, kept))
                    link(amount)
                continue
            for permanent in on_battlefield(planning, (target,)):
                if values is not None and is_protected(characteristics(world, permanent).abilities, values):
                    planning.ignore(permanent, "702.16e", "it has protection from the source")
                    continue
                amount = replaced_number(planning, "damage", request.amount, object_=permanent, by=by)
                if amount and world.counters(permanent).count("shield"):
                    planning.also(RemoveCounters((permanent,), "shield", 1))  # CR 122.1c
                    amount = 0
                if not amount:
                    continue
                types = characteristics(world, permanent).types
                for kind, counter in (("Planeswalker", "loyalty"), ("Battle", "defense")):
                    if kind in types:
                        planning.add(ChangeCounters(permanent, counter, -amount))
                if not {"Creature", "Planeswalker", "Battle"} & set(types):
                    planning.ignore(permanent, "120.1", "damage is dealt to creatures, planeswalkers and battles")
                else:
                    withers = "Creature" in types and not words.isdisjoint(("infect", "wither"))
                    if withers:
                        planning.also(AddCounters((permanent,), "-1/-1", amount))
                    planning.add(MarkDamage(permanent, amount, deadly, source, request.combat, withers))
                    link(amount)

    def apply(self, world: World, plan: Plan) -> None:
        """Set totals, fill pools and mark damage."""
        for life in plan.of(SetLifeTotal):
            entity = world.player_entities[life.player]
            before = world.get(entity, Life).life
            by = life.by - (0 if life.kept else life.damage)
            total = before + by if by or life.kept else life.life
            world.set(entity, Life(total))
            if life.damage:
                plan.emit(PlayerDamaged(life.player, life.damage, life.source, life.combat))
            if not life.kept:
                plan.emit(LifeChanged(life.player, total, total - before))
        for pool in plan.of(FillPool):
            entity = world.player_entities[pool.player]
            symbols = world.get(entity, ManaPool).mana + pool.mana
            world.set(entity, ManaPool("".join(sorted(symbols, key=_POOL_ORDER.index))))
            plan.emit(ManaAdded(pool.player, pool.mana))
        for spent in plan.of(SpendMana):
            entity = world.player_entities[spent.player]
            left = list(world.get(entity, ManaPool).mana)
            for symbol in spent.mana:
                left.remove(symbol)
            world.set(entity, ManaPool("".join(left)))
            plan.emit(ManaSpent(spent.player, spent.mana))
        for change in plan.of(MarkDamage):
            permanent = ObjectId(change.permanent)
            if "Creature" in characteristics(world, permanent).types:
                old = world.find(permanent, Damage) or Damage(0)
                marked = old.marked + (0 if change.withers else change.amount)
                world.set(permanent, Damage(marked, old.deathtouch or change.deathtouch))
            plan.emit(DamageDealt(permanent, change.amount, change.source, change.combat))
        for forgotten in plan.of(ForgetDeathtouch):
            world.set(forgotten.permanent, Damage(world.get(forgotten.permanent, Damage).marked))
        for loss in plan.of(LosePlayer):
            entity = world.player_entities[loss.player]
            if world.find(entity, Lost) is None:
                world.set(entity, Lost(loss.rule))
                plan.emit(PlayerLost(loss.player, loss.rule))
