import { useRef, useState } from 'react';
import { api } from '#kit/client/api.ts';
import { outcomeOf } from '#kit/forms/submission.ts';
import type { CsvError } from '#kit/values/csv/csv-row.ts';
import {
  type CheckedImport,
  type ImportCells,
  type ImportOutcome,
  importRowsPerRequest,
  type ReadImport,
} from '#organisations/associates/associate-import.ts';
import { repeatedIds } from '#organisations/associates/import-row.ts';

const base = '/api/office/associates/import';

export type ImportStage = {
  fileName: string;
  encoding: ReadImport['encoding'];
  /** Errors of the file as a whole, which cannot be corrected here. */
  fileErrors: readonly CsvError[];
  rows: readonly ImportCells[];
  errors: readonly CsvError[];
  outcomes: ReadonlyMap<number, ImportOutcome>;
  isDone: boolean;
};
type Progress = { label: string; value?: number; max?: number };

/** Imports organisations from a file: read, validated, corrected row by row, and imported in batches. */
export function useImport() {
  const [stage, setStage] = useState<ImportStage>();
  const [progress, setProgress] = useState<Progress>();
  const [message, setMessage] = useState<string>();
  const isBusy = useRef(false);

  async function run(work: () => Promise<void>) {
    if (isBusy.current) return;
    isBusy.current = true;
    setMessage(undefined);
    try {
      await work();
    } catch (error) {
      setMessage(outcomeOf(error).message);
    } finally {
      isBusy.current = false;
      setProgress(undefined);
    }
  }

  /** Sends rows in batches, and merges the responses. */
  async function send(path: string, label: string, rows: readonly ImportCells[]) {
    const errors: CsvError[] = [];
    const outcomes = new Map<number, ImportOutcome>();
    for (let from = 0; from < rows.length; from += importRowsPerRequest) {
      setProgress({ label, value: from, max: rows.length });
      const body = { rows: rows.slice(from, from + importRowsPerRequest) };
      const answer = await api<CheckedImport>(path, { body });
      errors.push(...answer.errors);
      for (const { row, outcome } of answer.outcomes) outcomes.set(row, outcome);
    }
    return { errors, outcomes };
  }

  const read = (file: File) =>
    run(async () => {
      setStage(undefined);
      setProgress({ label: 'ファイルを読み取っています' });
      const body = new FormData();
      body.append('csv', file, file.name);
      const {
        encoding,
        rows,
        errors: fileErrors,
      } = await api<ReadImport>(`${base}/read`, { body });
      const checked =
        fileErrors.length > 0
          ? { errors: [], outcomes: new Map<number, ImportOutcome>() }
          : await send(`${base}/check`, '行を確かめています', rows);
      const errors = withDuplicateErrors(checked.errors, rows);
      setStage({
        fileName: file.name,
        encoding,
        fileErrors,
        rows,
        ...checked,
        errors,
        isDone: false,
      });
    });

  /** Validates rows again after their cells were corrected. */
  const mend = (mended: readonly ImportCells[]) =>
    run(async () => {
      if (!stage) return;
      const byRow = new Map(mended.map((one) => [one.row, one]));
      const rows = stage.rows.map((one) => byRow.get(one.row) ?? one);
      const checked = await send(`${base}/check`, '直した行を確かめています', mended);
      const others = stage.errors.filter(({ row }) => !byRow.has(row));
      const outcomes = new Map([...stage.outcomes, ...checked.outcomes]);
      for (const { row } of checked.errors) outcomes.delete(row);
      setStage({
        ...stage,
        rows,
        outcomes,
        errors: withDuplicateErrors([...others, ...checked.errors], rows),
      });
    });

  const write = () =>
    run(async () => {
      if (!stage || stage.errors.length > 0) return;
      const { outcomes } = await send(
        base,
        '取り込んでいます。この画面を開いたままお待ちください。',
        stage.rows,
      );
      setStage({ ...stage, outcomes, isDone: true });
    });

  return { stage, progress, message, read, mend, write };
}

/** Adds the errors of duplicate ids, which no single batch can detect. */
function withDuplicateErrors(
  errors: readonly CsvError[],
  rows: readonly ImportCells[],
): CsvError[] {
  const repeated = repeatedIds(rows);
  const others = errors.filter(({ message }) => !message.includes('と同じIDです'));
  return [...others, ...repeated].toSorted((a, b) => a.row - b.row);
}
