import { loggedError } from '#kit/observing/logged-error.server.ts';
import { bookChecks } from './book-checks.server.ts';
import { databaseChecks } from './database-checks.server.ts';
import { fileChecks } from './file-checks.server.ts';
import { type Check, type Finding, maxDetails, type Subject } from './finding.server.ts';
import { publicLogCheck } from './public-log-check.server.ts';
import { surroundingChecks } from './surrounding-checks.server.ts';

export const checks: readonly Check[] = [
  ...databaseChecks,
  ...bookChecks,
  publicLogCheck,
  ...fileChecks,
  ...surroundingChecks,
];

const schemaCheck = 'schema';

/**
 * Examines an installation, one check after the other, and changes nothing. A check that breaks down is a finding.
 * With another version's schema, no further check is made. `only` limits it to checks by name.
 */
export async function runChecks(
  subject: Subject,
  { only, onCheck }: { only?: readonly string[]; onCheck?: (label: string) => void } = {},
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const one of checks) {
    if (only && !only.includes(one.check)) continue;
    onCheck?.(one.label);
    const finding = await examine(one, subject);
    if (!finding) continue;
    findings.push(finding);
    if (one.check === schemaCheck && finding.state === 'failing') break;
  }
  return findings;
}

async function examine({ check, label, examine }: Check, subject: Subject) {
  try {
    const found = await examine(subject);
    if (!found) return undefined;
    const { nextStep = '', details = [], ...said } = found;
    return { check, label, ...said, nextStep, details: details.slice(0, maxDetails) };
  } catch (error) {
    return {
      ...{ check, label, state: 'failing' as const },
      says: '確かめている途中で、失敗しました。',
      nextStep: 'もう一度お試しください。続くときは、下の言葉を添えて開発者にお知らせください。',
      details: [loggedError(error as Error).message],
    };
  }
}
