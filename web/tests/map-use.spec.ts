// Using the map with keys, mouse and fingers.
import { expect, test } from '@playwright/test';

const last = (page: import('@playwright/test').Page) => page.getAttribute('body', 'data-last');

test('arrow keys walk from city to route to city, Enter chooses', async ({ page }) => {
  await page.goto('/map-demo.html?map=usa');
  await page.waitForSelector('body[data-ready]');
  await page.keyboard.press('Tab');
  await expect(page.locator('[data-city="0"]')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  const label = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  expect(label).toContain('Atlanta');
  await page.keyboard.press('Enter');
  expect(await last(page)).toMatch(/^route /);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press(' ');
  expect(await last(page)).toMatch(/^city /);
  // The whole board is one stop: the next Tab leaves it.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeFocused();
});

test('page down goes through what can be claimed', async ({ page }) => {
  await page.goto('/map-demo.html?map=europe&glow=1');
  await page.waitForSelector('body[data-ready]');
  await page.keyboard.press('Tab');
  await page.keyboard.press('PageDown');
  await expect(page.locator('[data-route]:focus')).toHaveCount(1);
});

test('a click on a car chooses its route; a drag does not', async ({ page }) => {
  await page.goto('/map-demo.html?map=usa');
  await page.waitForSelector('body[data-ready]');
  const box = await page.locator('[data-route="14"] .slot').nth(2).boundingBox();
  if (!box) throw new Error('no slot');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.click(x, y);
  expect(await last(page)).toBe('route 14');
  await page.evaluate(() => document.body.removeAttribute('data-last'));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y + 40, { steps: 5 });
  await page.mouse.up();
  expect(await last(page)).toBeNull();
});

test('the wheel zooms around the pointer, never beyond the sheet, and 0 shows the whole map', async ({
  page,
}) => {
  await page.goto('/map-demo.html?map=germany');
  await page.waitForSelector('body[data-ready]');
  const sheet = page.locator('.sheet');
  const before = await sheet.boundingBox();
  await page.mouse.move(640, 300);
  for (let i = 0; i < 20; i++) await page.mouse.wheel(0, -120);
  const near = await sheet.boundingBox();
  if (!before || !near) throw new Error('no sheet');
  expect(near.width).toBeGreaterThan(before.width * 3);
  await page.keyboard.press('Tab');
  await page.keyboard.press('0');
  await expect.poll(async () => (await sheet.boundingBox())?.width).toBeCloseTo(before.width, 0);
});

test('axe finds nothing to complain about, by day and by night', async ({ page }) => {
  for (const theme of ['light', 'dark']) {
    await page.goto(`/map-demo.html?map=germany&claims=some&glow=1&theme=${theme}`);
    await page.waitForSelector('body[data-ready]');
    await page.addScriptTag({ path: 'node_modules/axe-core/axe.min.js' });
    const found = await page.evaluate(async () => {
      // @ts-expect-error the script above defines it
      const result = await window.axe.run('.board');
      return result.violations.map((v: { id: string; nodes: unknown[] }) => `${v.id}: ${v.nodes.length}`);
    });
    expect(found).toEqual([]);
  }
});

test('no element carries a style attribute of its own', async ({ page }) => {
  await page.goto('/map-demo.html?map=europe&claims=some&glow=1');
  await page.waitForSelector('body[data-ready]');
  expect(await page.locator('.board [style]').count()).toBe(0);
});

test('cars of a new claim land one by one, unless motion is unwanted', async ({ page }) => {
  for (const motion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion: motion });
    await page.goto('/map-demo.html?map=usa&claims=some');
    await page.waitForSelector('body[data-ready]');
    await expect(page.locator('.lands')).toHaveCount(0);
    await page.evaluate(() => dispatchEvent(new CustomEvent('claim', { detail: 14 })));
    const cars = page.locator('[data-route="14"] .lands');
    await expect(cars).toHaveCount(6);
    const moves = await cars.evaluateAll((all) => all.map((c) => getComputedStyle(c).animationName));
    const delays = await cars.evaluateAll((all) => all.map((c) => getComputedStyle(c).animationDelay));
    if (motion === 'reduce') expect(new Set(moves)).toEqual(new Set(['none']));
    else expect(new Set(delays).size).toBe(6);
  }
});

test.describe('with a finger on a small screen', () => {
  test.use({ viewport: { width: 390, height: 640 }, hasTouch: true });
  test('the first tap comes closer, the second chooses', async ({ page }) => {
    await page.goto('/map-demo.html?map=usa');
    await page.waitForSelector('body[data-ready]');
    const slot = page.locator('[data-route="14"] .slot').nth(2);
    const tap = async () => {
      const box = await slot.boundingBox();
      if (!box) throw new Error('no slot');
      await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    };
    await tap();
    expect(await last(page)).toBeNull();
    await tap();
    expect(await last(page)).toBe('route 14');
  });
});
