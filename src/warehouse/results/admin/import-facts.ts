import { formatYen } from '#kit/values/yen.ts';
import { type AppraisalOutcome, appraisalOutcomes } from '#warehouse/results/appraisal-result.ts';
import type { ImportError, ResultImport } from '#warehouse/results/result-import.ts';

/** The verdict on a checked file. */
export type Verdict = 'faulty' | 'nothing-new' | 'ready';

export function verdictOf({ errorsTotal, accepted }: ResultImport): Verdict {
  if (errorsTotal > 0) return 'faulty';
  return accepted === 0 ? 'nothing-new' : 'ready';
}

/** Whether a file could be read at all; otherwise it has no rows. */
export const isReadable = ({ encoding, rows }: ResultImport): boolean =>
  encoding !== null && rows > 0;

/** Counts of the rows by name, without zeros except the first. */
export function factsOf(tried: ResultImport): [label: string, value: string][] {
  const { newDonations, donationYen, held, onHoldYen, unchanged, outcomes } = tried;
  const others = (Object.keys(appraisalOutcomes) as AppraisalOutcome[]).filter(
    (outcome) => outcome !== 'completed' && outcomes[outcome] > 0,
  );
  return [
    ['新しい寄付', `${formatYen(newDonations)}件`],
    ['合計', `${formatYen(donationYen)}円`],
    ...(held > 0
      ? [['本人確認待ち', `${formatYen(held)}件（${formatYen(onHoldYen)}円）`] as [string, string]]
      : []),
    ...others.map((outcome): [string, string] => [
      appraisalOutcomes[outcome].label,
      `${formatYen(outcomes[outcome])}件`,
    ]),
    ...(unchanged > 0 ? [['取り込み済み', `${formatYen(unchanged)}行`] as [string, string]] : []),
  ];
}

/** An error as a line; one of the second file is prefixed with its name. */
export function errorLine({ file, message }: ImportError): string {
  return file === 'items' ? `明細の${message}` : message;
}

/** The files with errors, in order. */
export function faultyFiles(errors: readonly ImportError[]): ImportError['file'][] {
  return (['csv', 'items'] as const).filter((file) => errors.some((error) => error.file === file));
}
