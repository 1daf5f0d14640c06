"""A night guard whose mind was drawn in Mindloom. The arrow keys move you; keep out of its light."""

from __future__ import annotations

import sys
from pathlib import Path

import pygame

from runtime.embedding import ActionContext, GameMinds, Mind, Status, Vector, action

HERE, SCALE, SIGHT = Path(__file__).parent, 40, 3.5
POSTS = [(3.0, 3.0), (17.0, 3.0), (17.0, 11.0), (3.0, 11.0)]

places = {"guard": pygame.Vector2(POSTS[0]), "thief": pygame.Vector2(10, 7)}
said: list[str] = []


@action()
def walk_to(context: ActionContext, place: Vector, speed: float = 2.0) -> Status:
    """Walk straight to a place."""
    places[context.agent].move_towards_ip(place, speed / context.rate)
    return Status.SUCCESS if tuple(places[context.agent]) == place else Status.RUNNING


@action()
def turn_about(context: ActionContext, seconds: float = 2.0) -> Status:
    """Stand and look for a while."""
    return Status.SUCCESS if context.seconds_running >= seconds else Status.RUNNING


@action(instant=True)
def call_out(context: ActionContext, words: str) -> bool:
    """Say something."""
    said.append(words)
    return True


def play(frames: int = sys.maxsize) -> list[str]:
    """Play until the window is closed, or for some frames; return all that was said."""
    pygame.display.init()
    pygame.font.init()
    screen, font, clock = pygame.display.set_mode((800, 560)), pygame.font.Font(None, 26), pygame.time.Clock()
    minds = GameMinds(seed=1)
    guard = minds.add("guard", Mind.load(HERE / "night_guard.runtime.json", [walk_to, turn_about, call_out]))
    for _ in range(frames):
        if any(event.type == pygame.QUIT for event in pygame.event.get()):
            break
        keys, thief = pygame.key.get_pressed(), places["thief"]
        thief.x += (keys[pygame.K_RIGHT] - keys[pygame.K_LEFT]) * 4 / 60
        thief.y += (keys[pygame.K_DOWN] - keys[pygame.K_UP]) * 4 / 60

        guard.set("sees", thief.distance_to(places["guard"]) < SIGHT)  # what it senses
        guard.set("thief_place", (thief.x, thief.y))
        guard.set("post_place", POSTS[int(str(guard.get("post")))])
        minds.tick()  # what it thinks and does

        screen.fill("#1b1f27")
        pygame.draw.circle(screen, "#39404d", places["guard"] * SCALE, SIGHT * SCALE)
        for x, y in POSTS:
            pygame.draw.circle(screen, "#6b7380", (x * SCALE, y * SCALE), 5)
        for color, place in (("#5aa9ff", places["guard"]), ("#e8b04a", thief)):
            pygame.draw.circle(screen, color, place * SCALE, 14)
        doing = font.render(f"{guard.active_states[-1]}   {said[-1] if said else ''}", True, "white")
        screen.blit(doing, places["guard"] * SCALE + (20, -30))
        pygame.display.flip()
        clock.tick(0 if frames < sys.maxsize else guard.mind.rate)
    return said


if __name__ == "__main__":
    play(*map(int, sys.argv[1:]))
