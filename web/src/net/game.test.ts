import { afterEach, expect, test } from 'vitest';
import { editionOf, FIXTURES, recordOf } from '../model/testing';
import { fold } from '../model/timeline';
import { FakeServer } from './fake_server';
import { LiveGame } from './game.svelte';

const until = async (holds: () => boolean) => {
  for (let i = 0; i < 20_000; i++) {
    if (holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  throw new Error('it never came to that');
};

let game: LiveGame | null = null;
afterEach(() => game?.close());

const games = [
  'usa-2004-2p-last-round',
  'europe-tunnel-paid',
  'maerklin-foreign-route',
  'usa-mega-2p-last-round',
];
// How often a message is lost, and the line with it.
const lines = [0, 0.02, 0.1];

for (const name of games) {
  for (const chance of lines) {
    test(`${name}, ${100 * chance} % of the messages lost`, async () => {
      const path = `${FIXTURES}/${name}.jsonl`;
      const { header, events } = recordOf(path);
      const seat = 0;
      const server = new FakeServer(path, seat);
      let seed = 1;
      server.cut = () => {
        seed = (seed * 16_807) % 2_147_483_647;
        return seed / 2_147_483_647 < chance;
      };
      game = new LiveGame(
        { code: 'ABCD', token: '0'.repeat(32), seat },
        { socket: server.socket, pause: () => 0 },
      );
      const live = game;
      let moves = 0;
      while (!server.over) {
        await until(() => live.request !== null || server.over);
        if (!live.request) break;
        const [legal] = live.request.actions;
        if (!legal) throw new Error('nothing to do');
        const { number } = live.request;
        live.move(legal);
        expect(live.request).toBeNull();
        moves += 1;
        await until(() => (live.request?.number ?? number + 1) > number);
      }
      server.cut = () => false;
      const seen = events.filter((event) => event.kind !== 'key');
      const edition = await editionOf(header.edition);
      const position = fold(edition, header, seen, seat);
      await until(() => live.position?.seq === position.seq);
      expect(live.position).toEqual(position);
      const own = seen.filter((event) => event.kind === 'action' && event.actor === seat);
      expect(server.carriedOut.length).toBe(own.length);
      expect(moves).toBe(own.length);
      expect(live.failure).toBeNull();
    });
  }
}
