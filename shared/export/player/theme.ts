import { DARK, type GraphPalette, LIGHT } from '../../view/graph-palette.ts';

/** The graph's palette as custom properties: one picture serves light and dark. */
export function variablePalette(): GraphPalette {
  const named = Object.keys(LIGHT).map((name) => [name, `var(--${name})`]);
  return {
    ...(Object.fromEntries(named) as unknown as GraphPalette),
    pairs: LIGHT.pairs.map((_paint, index) => `var(--pair-${index})`),
    stops: Object.fromEntries(Object.keys(LIGHT.stops).map((reason) => [reason, `var(--stop-${reason})`])),
  };
}

/** Values of these properties, for both looks. */
export function themeCss(): string {
  const dark = propertiesOf(DARK);
  return `:root { ${propertiesOf(LIGHT)} }\n@media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) { ${dark} } }\n:root[data-theme="dark"] { ${dark} }\n`;
}

function propertiesOf({ pairs, stops, ...plain }: GraphPalette): string {
  const all = [
    ...Object.entries(plain),
    ...pairs.map((paint, index) => [`pair-${index}`, paint]),
    ...Object.entries(stops).map(([reason, paint]) => [`stop-${reason}`, paint]),
  ];
  return all.map(([name, value]) => `--${name}: ${value};`).join(' ');
}
