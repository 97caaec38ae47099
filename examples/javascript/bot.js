// A bot for Fogg in JavaScript. It reads one JSON object per line and answers each request with the number of one of its actions.
//
//   fogg check-bot "node bot.js" --folder examples/javascript
const readline = require('node:readline');

/** How much we would like to do this. The texts are explained in docs/actions.md. */
function worth({ text }) {
  const verb = text.split(' ')[0];
  if (verb === 'claim') {
    // "claim Boston-NewYork.2 red*1 locomotive*1": long routes bring most, and locomotives are too good to waste.
    const sum = (pattern) => [...text.matchAll(pattern)].reduce((all, found) => all + Number(found[1]), 0);
    const cards = sum(/\*(\d+)/g);
    return cards >= 3 ? 100 * cards - sum(/locomotive\d?\*(\d+)/g) : 0;
  }
  // Few tickets are kept, as nothing here looks at them.
  return { keep: 50 - text.length, draw: 20, take: 10, pay: 10 }[verb] ?? 1;
}

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  if (message.type !== 'request') return;
  const best = message.actions.reduce((a, b) => (worth(b) > worth(a) ? b : a));
  console.log(JSON.stringify({ type: 'move', request: message.request, action: best.id }));
});
