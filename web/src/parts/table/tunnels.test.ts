import { join } from 'node:path';
import { expect, test } from 'vitest';
import { editionOf, FIXTURES, recordOf } from '../../model/testing';
import { Timeline } from '../../model/timeline';
import { lastTunnel } from './tunnels';

// At every event: what is told of the last tunnel agrees with the position.
test.each([
  'europe-2p-last-round',
  'europe-tunnel-paid',
  'europe-tunnel-declined',
  'europe-tunnel-locomotives',
])('%s', async (name) => {
  const { header, events } = recordOf(join(FIXTURES, `${name}.jsonl`));
  const timeline = new Timeline(await editionOf('europe'), header, 'public');
  let asked = 0;
  for (const event of events) {
    timeline.append(event);
    const { tunnel } = timeline.last;
    if (!tunnel?.asked) continue;
    asked += 1;
    const found = lastTunnel(timeline, 0);
    expect(found?.end).toBe('asked');
    expect(found?.route).toBe(tunnel.route);
    expect(found?.revealed.map(({ card }) => card)).toEqual(tunnel.revealed);
    expect(found?.revealed.filter(({ costs }) => costs)).toHaveLength(tunnel.surcharge);
  }
  expect(asked).toBeGreaterThan(0);
});

test('what was seen already is not told again', async () => {
  const { header, events } = recordOf(join(FIXTURES, 'europe-tunnel-paid.jsonl'));
  const timeline = new Timeline(await editionOf('europe'), header, 'public', events);
  const found = lastTunnel(timeline, 0);
  expect(found).not.toBeNull();
  expect(lastTunnel(timeline, found?.seq ?? 0)).toBeNull();
});
