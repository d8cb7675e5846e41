/* The player of an exported session. It reads what stands in the page, stores nothing and asks nobody. */
{
  const byId = (id) => document.getElementById(id);
  const words = JSON.parse(byId('words').textContent);
  const items = [...document.querySelectorAll('#list > article')];
  const boxes = new Map();
  for (const link of document.querySelectorAll('#graph a[href^="#"]')) {
    const id = link.getAttribute('href').slice(1);
    boxes.set(id, [...(boxes.get(id) ?? []), link]);
  }
  const slider = byId('slider');
  const search = byId('search');
  const play = byId('play');
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  let at = -1;
  let timer = 0;
  let shown = items;

  function go(index, follow = true) {
    const next = Math.max(0, Math.min(items.length - 1, index));
    if (next === at || items.length === 0) return;
    at = next;
    const id = items[at].id;
    items.forEach((item, each) => {
      item.classList.toggle('later', each > at);
      if (each === at) item.setAttribute('aria-current', 'step');
      else item.removeAttribute('aria-current');
    });
    for (const [node, links] of boxes) {
      for (const link of links) link.classList.toggle('current', node === id);
    }
    slider.value = String(at + 1);
    slider.setAttribute('aria-valuetext', items[at].querySelector('h2').textContent);
    byId('place').textContent = `${at + 1} / ${items.length}`;
    if (location.hash.slice(1) !== id) history.replaceState(null, '', `#${id}`);
    if (follow) reveal(id);
  }

  function reveal(id) {
    const behavior = still ? 'auto' : 'smooth';
    items[at].scrollIntoView({ block: 'nearest', behavior });
    boxes.get(id)?.[0]?.scrollIntoView({ block: 'center', inline: 'nearest', behavior });
  }

  /** Moves among the messages that the search left. */
  function step(by) {
    const index = items.indexOf(
      by > 0 ? shown.find((item) => items.indexOf(item) > at) : shown.findLast((item) => items.indexOf(item) < at),
    );
    if (index >= 0) go(index);
    else stop();
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    play.textContent = words.play;
    play.setAttribute('aria-pressed', 'false');
  }

  function toggle() {
    if (timer) return stop();
    if (at >= items.length - 1) go(0);
    timer = setInterval(() => (at >= items.length - 1 ? stop() : step(1)), 1200);
    play.textContent = words.pause;
    play.setAttribute('aria-pressed', 'true');
  }

  function filter() {
    const wanted = search.value.toLowerCase();
    shown = items.filter((item) => wanted === '' || item.textContent.toLowerCase().includes(wanted));
    const kept = new Set(shown);
    for (const item of items) item.hidden = !kept.has(item);
    byId('found').textContent = wanted === '' ? '' : words.found.replace('{count}', String(shown.length));
    if (wanted !== '' && shown.length > 0) go(items.indexOf(shown[0]));
  }

  function open() {
    const wanted = decodeURIComponent(location.hash.slice(1));
    const index = items.findIndex((item) => item.id === wanted);
    at = -1;
    go(index < 0 ? items.length - 1 : index, index >= 0);
  }

  function theme() {
    const dark = document.documentElement.dataset.theme
      ? document.documentElement.dataset.theme === 'dark'
      : matchMedia('(prefers-color-scheme: dark)').matches;
    document.documentElement.dataset.theme = dark ? 'light' : 'dark';
  }

  const KEYS = new Map([
    ['j', () => step(1)],
    ['ArrowDown', () => step(1)],
    ['ArrowRight', () => step(1)],
    ['k', () => step(-1)],
    ['ArrowUp', () => step(-1)],
    ['ArrowLeft', () => step(-1)],
    ['Home', () => go(0)],
    ['End', () => go(items.length - 1)],
    [' ', toggle],
    ['t', theme],
    ['/', () => search.focus()],
  ]);

  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target === search) {
      if (event.key !== 'Escape') return;
      search.value = '';
      filter();
      return search.blur();
    }
    if (event.target instanceof Element && event.target.closest('input, button, summary') && event.key !== '/') return;
    const act = KEYS.get(event.key);
    if (!act) return;
    event.preventDefault();
    act();
  });
  slider.max = String(items.length);
  slider.addEventListener('input', () => go(Number(slider.value) - 1));
  search.addEventListener('input', filter);
  play.addEventListener('click', toggle);
  byId('back').addEventListener('click', () => step(-1));
  byId('next').addEventListener('click', () => step(1));
  byId('theme').addEventListener('click', theme);
  byId('list').addEventListener('click', (event) => {
    const item = event.target.closest('article');
    if (item && !event.target.closest('summary, a')) go(items.indexOf(item), false);
  });
  addEventListener('hashchange', open);
  document.documentElement.classList.add('ready');
  open();
}
