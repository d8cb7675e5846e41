import type { Client } from '@libsql/client';
import events from './migrations/001-events.sql?raw';

/** In order; a file is never changed once released, a new one is added behind it. */
const MIGRATIONS = [events];

/**
 * Brings a database to the newest schema, one step at a time, each in its own transaction. The number of steps
 * done is the file's `user_version`.
 * @throws when the file was written by a newer Loupe.
 */
export async function migrate(client: Client): Promise<void> {
  const found = await client.execute('PRAGMA user_version');
  const done = Number(found.rows[0]?.['user_version'] ?? 0);
  if (done > MIGRATIONS.length) {
    throw new Error(
      `The data folder was written by a newer Loupe (schema ${done}, this one knows ${MIGRATIONS.length}). ` +
        'Update Loupe, or set LOUPE_DATA_DIR to another folder.',
    );
  }
  for (const [index, sql] of MIGRATIONS.entries()) {
    if (index < done) continue;
    await client.executeMultiple(`begin immediate;\n${sql}\npragma user_version = ${index + 1};\ncommit;`);
  }
}
