// How wide a name is, measured in a real browser. Debian's DejaVu is wider than the system fonts of other
// machines, so what fits here fits there.
import { chromium } from '@playwright/test';

const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];

export async function widths(texts: string[], font: string): Promise<Map<string, number>> {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: flags });
  try {
    const page = await browser.newPage();
    const found = await page.evaluate(
      ([all, css]) => {
        const pen = document.createElement('canvas').getContext('2d');
        if (!pen) return [];
        pen.font = css;
        return all.map((t) => pen.measureText(t).width);
      },
      [texts, font] as const,
    );
    return new Map(texts.map((t, i) => [t, found[i] ?? t.length * 15]));
  } finally {
    await browser.close();
  }
}

/** The name in two lines of about the same width, if it has a space. */
export function broken(name: string): string[] | null {
  const words = name.split(' ');
  if (words.length < 2) return null;
  let best: string[] | null = null;
  for (let i = 1; i < words.length; i++) {
    const lines = [words.slice(0, i).join(' '), words.slice(i).join(' ')];
    const longest = Math.max(...lines.map((l) => l.length));
    if (!best || longest < Math.max(...best.map((l) => l.length))) best = lines;
  }
  return best;
}
