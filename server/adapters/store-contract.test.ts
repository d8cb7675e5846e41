import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventStore } from '../../shared/host/event-store.ts';
import { createMemoryStore } from '../../shared/host/store-memory.ts';
import { logPoint, storeContract } from '../../shared/host/testing/store-contract.ts';
import { openLibsqlStore } from './store-libsql.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loupe-store-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

storeContract('memory', async () => createMemoryStore());
storeContract('libsql', () => openLibsqlStore(join(folder, 'a b#ü%20.db')));

describe('libsql file', () => {
  let store: EventStore | null = null;
  afterEach(() => store?.close());

  it('is the same after it was closed and opened again', async () => {
    const file = join(folder, 'again.db');
    store = await openLibsqlStore(file);
    await store.append('s', [logPoint(1, 'q'.repeat(40_000))]);
    await store.close();
    store = await openLibsqlStore(file);
    expect(await store.read('s')).toEqual([logPoint(1, 'q'.repeat(40_000))]);
  });

  it('keeps a preview in the row and the text once', async () => {
    const file = join(folder, 'preview.db');
    store = await openLibsqlStore(file);
    await store.append('s', [logPoint(1, 'w'.repeat(40_000)), logPoint(2, 'w'.repeat(40_000))]);
    const client = createClient({ url: `file:${file}` });
    const rows = (await client.execute('select length(json) as size from events')).rows;
    const payloads = (await client.execute('select count(*) as n from payloads')).rows;
    const mode = (await client.execute('pragma journal_mode')).rows;
    client.close();
    expect(rows.every((row) => Number(row['size']) < 3000)).toBe(true);
    expect(payloads[0]?.['n']).toBe(1);
    expect(mode[0]?.['journal_mode']).toBe('wal');
  });

  it('refuses a file of a newer Loupe in words', async () => {
    const file = join(folder, 'newer.db');
    store = await openLibsqlStore(file);
    await store.close();
    const client = createClient({ url: `file:${file}` });
    await client.execute('pragma user_version = 99');
    client.close();
    await expect(openLibsqlStore(file)).rejects.toThrow(/newer Loupe \(schema 99.*LOUPE_DATA_DIR/s);
  });

  it('says so when the file is no database', async () => {
    const file = join(folder, 'text.db');
    const { writeFileSync } = await import('node:fs');
    writeFileSync(file, 'this is text, and long enough to be read as a header '.repeat(50));
    await expect(openLibsqlStore(file)).rejects.toThrow(/not a database/);
  });
});
