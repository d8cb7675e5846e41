/**
 * Node's own fetch gives up after 300 s without a byte, which is for the loop's limits to decide. There is no
 * option for it, so this makes a second connection pool of the kind that fetch uses, with both timers off.
 * `undefined` where the pool cannot be found: then Node's timers stay.
 */
export async function patientDispatcher(): Promise<object | undefined> {
  // Loads the pool, which Node makes on first use.
  await fetch('data:,');
  const pool: unknown = Reflect.get(globalThis, Symbol.for('undici.globalDispatcher.1'));
  if (pool === null || typeof pool !== 'object' || pool.constructor.name !== 'Agent') return undefined;
  const Agent = pool.constructor as new (settings: { headersTimeout: number; bodyTimeout: number }) => object;
  return new Agent({ headersTimeout: 0, bodyTimeout: 0 });
}
