const NAME = 'window.claudeData';

/**
 * The data of a self-contained claude-trace page: `window.claudeData = JSON.parse(…atob('BASE64')…)`, or the JSON
 * itself. Null when the page holds none. No script of the page is run.
 */
export function claudeDataIn(html: string): string | null {
  for (let at = html.indexOf(NAME); at !== -1; at = html.indexOf(NAME, at + 1)) {
    let value = at + NAME.length;
    while (html[value] === ' ' || html[value] === '\n') value += 1;
    if (html[value] !== '=') continue;
    const data = dataAt(html, value + 1);
    if (data !== null) return data;
  }
  return null;
}

function dataAt(html: string, from: number): string | null {
  const call = html.indexOf('atob(', from);
  if (call !== -1 && call < from + 200) {
    const quote = html[call + 5] ?? '';
    const end = html.indexOf(quote, call + 6);
    return end === -1 ? null : fromBase64(html.slice(call + 6, end));
  }
  const end = html.indexOf('</script', from);
  const text = html.slice(from, end === -1 ? undefined : end).trim();
  return text.startsWith('{') ? text : null;
}

function fromBase64(text: string): string | null {
  try {
    const binary = atob(text);
    return new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
  } catch {
    return null;
  }
}
