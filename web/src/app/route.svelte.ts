// Which page is shown: the address decides, and going somewhere changes the address.
export type Route =
  | { readonly page: 'start' }
  | { readonly page: 'table'; readonly code: string }
  | { readonly page: 'watch'; readonly code: string }
  /** `game`: of this server; null: from disk. `step` is the number of an event. */
  | { readonly page: 'replay'; readonly game: number | null; readonly step: number | null }
  | { readonly page: 'rules'; readonly edition: string | null }
  /** `screen`: for a projector. */
  | { readonly page: 'arena'; readonly screen: boolean }
  | { readonly page: 'nowhere' };

export function routeOf(path: string, query: URLSearchParams): Route {
  const [, first = '', second = '', ...more] = path.split('/');
  if (more.length > 0) return { page: 'nowhere' };
  const number = (key: string) => {
    const text = query.get(key) ?? '';
    return /^\d{1,9}$/.test(text) ? Number(text) : null;
  };
  if (first === '' && second === '') return { page: 'start' };
  if ((first === 'table' || first === 'watch') && /^[a-z]{4}$/i.test(second))
    return { page: first, code: second.toUpperCase() };
  if (first === 'replay' && second === '')
    return { page: 'replay', game: number('game'), step: number('step') };
  if (first === 'arena' && (second === '' || second === 'screen'))
    return { page: 'arena', screen: second === 'screen' };
  if (first === 'rules') return { page: 'rules', edition: second || null };
  return { page: 'nowhere' };
}

const now = () => routeOf(location.pathname, new URLSearchParams(location.search));
let current = $state.raw<Route>(now());

export const route = {
  get now(): Route {
    return current;
  },
};

export function goTo(address: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') history.pushState(null, '', address);
  else history.replaceState(null, '', address);
  current = now();
  if (how === 'push') scrollTo(0, 0);
}

/** Links inside the page do not load it anew. */
export function followLinks(): () => void {
  const back = () => {
    current = now();
  };
  const click = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    // Places on the same page are the browser's business.
    if (link.hash && link.pathname === location.pathname) return;
    if (routeOf(link.pathname, new URLSearchParams(link.search)).page === 'nowhere') return;
    event.preventDefault();
    goTo(link.pathname + link.search + link.hash);
  };
  addEventListener('popstate', back);
  addEventListener('click', click);
  return () => {
    removeEventListener('popstate', back);
    removeEventListener('click', click);
  };
}
