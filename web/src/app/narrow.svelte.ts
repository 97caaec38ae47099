// Whether the page is laid out for a small screen, where parts change their place and not only their size.
const query = matchMedia('(max-width: 760px)');
let now = $state(query.matches);
query.addEventListener('change', () => {
  now = query.matches;
});

export function narrow(): boolean {
  return now;
}
