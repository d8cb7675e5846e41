// Prints `N passed, N failed` over the JSON reports that vitest and Playwright left in a folder.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = process.argv[2];
let passed = 0;
let failed = 0;
let skipped = 0;

function countVitest(report) {
  passed += report.numPassedTests;
  failed += report.numFailedTests;
  skipped += report.numPendingTests + report.numTodoTests;
}

function countPlaywright(report) {
  const { expected, unexpected, flaky, skipped: left } = report.stats;
  passed += expected + flaky;
  failed += unexpected;
  skipped += left;
}

for (const name of readdirSync(folder).filter((each) => each.endsWith('.json'))) {
  const report = JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
  if ('stats' in report) countPlaywright(report);
  else countVitest(report);
}
const tail = skipped > 0 ? `, ${skipped} skipped` : '';
console.log(`${passed} passed, ${failed} failed${tail}`);
process.exitCode = passed === 0 || failed > 0 ? 1 : 0;
