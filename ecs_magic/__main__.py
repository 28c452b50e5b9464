"""`python -m ecs_magic` is the command line."""

from ecs_magic.cli import main

main()
