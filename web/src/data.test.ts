import { expect, test } from 'vitest';
import usa from '$data/editions/usa-2004.json';
import map from '$data/maps/usa.json';

test('maps and editions are those of the program', () => {
  expect(usa.map).toBe('usa');
  expect(map.cities.length).toBeGreaterThan(30);
});
