import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, it, vi } from 'vitest';
import { logPoint, storeContract } from '../../shared/host/testing/store-contract.ts';
import { openIndexedDbStore } from './store-indexeddb.ts';

vi.stubGlobal('IDBKeyRange', IDBKeyRange);

storeContract('indexeddb', () => openIndexedDbStore(new IDBFactory()));

it('is the same after it was closed and opened again', async () => {
  const factory = new IDBFactory();
  const before = await openIndexedDbStore(factory);
  await before.append('s', [logPoint(1, 'q'.repeat(40_000))]);
  await before.close();
  const after = await openIndexedDbStore(factory);
  expect(await after.read('s')).toEqual([logPoint(1, 'q'.repeat(40_000))]);
});
