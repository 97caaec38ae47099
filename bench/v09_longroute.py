#!/usr/bin/env python3
"""A player over protocol v0.9 that knows nothing of Fogg but the port: a long-route racer of its own making.

It keeps the two tickets that are cheapest to join, plans chains of few and long routes for them, then takes the longest routes
until the trains run out, and never draws tickets again. Whoever doubts what `fogg sim` says of the built-in bots plays this one
against them, over a real socket: it shares no line with them, and draws its own conclusions from what the server says.

  build/release/src/fogg serve --v09 9180 --tcp 0 --http 0 --store /tmp/v09.db --pace off --bots search:cpu=100ms &
  bench/v09_longroute.py 9180 --games 40
"""

import argparse
import heapq
import json
import socket
import sys

COLORS = ["Purple", "White", "Blue", "Yellow", "Orange", "Black", "Red", "Green"]
POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}


class Line:
    """The connection: what is said, what is heard, and the final scores as they come by."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.lines = self.socket.makefile("r", encoding="utf-8")
        self.scores = {}

    def hear(self):
        line = self.lines.readline()
        if not line:
            raise EOFError("the server has closed the connection")
        message = json.loads(line)
        if message.get("turnType") == "FinalScore":
            self.scores[message["player"]] = message
        return message

    def ask(self, command):
        """Says a command and waits for what it is answered with, which has the command's first word as its turnType."""
        self.socket.sendall((command + "\n").encode())
        while True:
            message = self.hear()
            if message["type"] == "Info" and message.get("turnType") in (command.split()[0], "Unknown"):
                return message


class Board:
    """What the player knows in its turn."""

    def __init__(self, line, seat):
        state = line.ask("BoardState")
        routes = line.ask("ListAllRoutes")["routes"]
        counts = state["drawnPassengerCars"]
        self.hand = dict(zip(COLORS, counts))
        self.jokers = counts[8]
        self.trains = state["leftPassengerCars"]
        self.row = state["faceUpPassengerCarDeck"]
        self.tickets = state["drawnDestinationTickets"]
        self.offer = state["toBeClaimedDestinationTickets"]
        pairs = {}
        for number, route in enumerate(routes):
            route["number"] = number
            pairs.setdefault(frozenset((route["d1"], route["d2"])), []).append(route)
        self.own = [route for route in routes if route.get("claimedBy") == seat]
        self.open = []
        for tracks in pairs.values():
            owners = {track["claimedBy"] for track in tracks if "claimedBy" in track}
            if seat in owners or (owners and state["activePlayers"] <= 3):
                continue
            self.open += [track for track in tracks if "claimedBy" not in track]

    def pays_with(self, route):
        return route["color"] if route["color"] != "Rainbow" else max(COLORS, key=lambda color: self.hand[color])

    def missing(self, route):
        return max(0, route["cost"] - self.hand[self.pays_with(route)] - self.jokers)

    def price(self, route):
        """In turns, more or less: one to claim, half of one for each card; short routes are dear."""
        length = route["cost"]
        price = 1 + 0.5 * length + (0.8 if length < 3 else 0) - 0.12 * POINTS[length] + 0.15 * self.missing(route)
        return max(0.3, price)

    def chain(self, ticket, planned=()):
        """The cheapest way that joins a ticket: its price and the routes that are missing; nothing if there is none."""
        free = {route["number"] for route in [*self.own, *planned]}
        at = {}
        for route in self.own + self.open:
            step = 0 if route["number"] in free else self.price(route)
            at.setdefault(route["d1"], []).append((route["d2"], step, route))
            at.setdefault(route["d2"], []).append((route["d1"], step, route))
        queue, done, tick = [(0, 0, ticket["city1"], [])], set(), 0
        while queue:
            price, _, city, way = heapq.heappop(queue)
            if city == ticket["city2"]:
                return price, [route for route in way if route["number"] not in free]
            if city in done:
                continue
            done.add(city)
            for other, step, route in at.get(city, []):
                if other not in done:
                    tick += 1
                    heapq.heappush(queue, (price + step, tick, other, way + [route]))
        return None

    def targets(self):
        """The routes to work for: those of the tickets as far as the trains go, else the best of the longest."""
        planned = []
        for ticket in sorted(self.tickets, key=lambda ticket: -ticket["points"]):
            chain = self.chain(ticket, planned)
            if chain and sum(route["cost"] for route in planned + chain[1]) <= self.trains:
                planned += chain[1]
        if planned:
            return planned
        fitting = [route for route in self.open if route["cost"] <= self.trains]
        return sorted(fitting, key=lambda route: 1.2 * self.missing(route) - POINTS[route["cost"]])[:3]


class Racer:
    def __init__(self, port, name):
        self.line = Line(port)
        self.name = name

    def play(self):
        answer = self.line.ask(f"Join {self.name} Player")
        if not answer["success"]:
            raise RuntimeError(f"not seated: {answer}")
        self.seat = answer["player"]
        while len(self.line.scores) < 2 or self.seat not in self.line.scores:
            message = self.line.hear()
            if message["type"] != "Request" or message["player"] != self.seat:
                continue
            board = Board(self.line, self.seat)
            if message["turnType"] == "ClaimDestinationTickets":
                self.keep(board)
            elif message["turnType"] == "Turn":
                self.turn(board)
            elif message["turnType"] == "DrawPassengerCars":
                self.draw(board, second=True)
        return self.line.scores

    def keep(self, board):
        def price(ticket):
            chain = board.chain(ticket)
            return (chain[0] if chain else 99) - 0.05 * ticket["points"]

        kept = sorted(range(len(board.offer)), key=lambda at: price(board.offer[at]))[:2]
        words = " ".join("true" if at in kept else "false" for at in range(len(board.offer)))
        self.line.ask(f"ClaimDestinationTickets {words}")

    def turn(self, board):
        payable = [route for route in board.targets() if board.missing(route) == 0]
        if payable:
            route = max(payable, key=lambda route: route["cost"])
            cities = f"{route['d1']} {route['d2']}"
            if self.line.ask(f"ClaimRoute {cities} {route['color']} {board.pays_with(route)}")["success"]:
                return
        self.draw(board, second=False)

    def draw(self, board, second):
        targets = board.targets()
        wanted = {}
        for route in targets:
            missing = board.missing(route)
            if missing > 0:
                worth = 3 - 0.3 * missing + (1 if route["color"] != "Rainbow" else 0) + 0.2 * route["cost"]
                color = board.pays_with(route)
                wanted[color] = max(wanted.get(color, 0), worth)
        shown = [card for card in board.row if card in wanted]
        commands = ["DrawPassengerCars true"]
        if not second and "Rainbow" in board.row and any(board.missing(route) == 1 for route in targets):
            commands.insert(0, "DrawPassengerCars false Rainbow")
        elif shown:
            commands.insert(0, f"DrawPassengerCars false {max(shown, key=lambda card: wanted[card])}")
        # What is left when decks are empty: any card, any route, new tickets.
        commands += [f"DrawPassengerCars false {card}" for card in board.row]
        if not second:
            commands += [f"ClaimRoute {route['d1']} {route['d2']}" for route in board.open] + ["DrawDestinationTickets"]
        for command in commands:
            if self.line.ask(command)["success"]:
                return


def main():
    parser = argparse.ArgumentParser(description="A long-route racer over protocol v0.9 plays games of two against a server's bot.")
    parser.add_argument("port", type=int, help="the server's port for v0.9")
    parser.add_argument("--games", type=int, default=20, help="one after the other (20)")
    chosen = parser.parse_args()
    won = 0
    for number in range(1, chosen.games + 1):
        racer = Racer(chosen.port, f"racer{number}")
        scores = racer.play()
        own = scores[racer.seat]
        other = next(score for seat, score in scores.items() if seat != racer.seat)
        won += own["winner"] / (own["winner"] + other["winner"])
        print(f"game {number}: {own['totalScore']} to {other['totalScore']} points", flush=True)
    print(f"the racer won {won:g} of {chosen.games} games")


if __name__ == "__main__":
    try:
        main()
    except (OSError, EOFError, RuntimeError) as problem:
        sys.exit(f"v09_longroute: {problem}")
    except KeyboardInterrupt:
        sys.exit(130)
