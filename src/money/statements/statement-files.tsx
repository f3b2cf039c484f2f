import { SaveButton } from '#kit/client/save-button.tsx';
import { type Period, periodLabel } from './period.ts';
import type { Statement } from './statement.ts';

type NamedStatement = Pick<Statement, 'id' | 'number' | 'receivedOn' | 'periodTo'>;

/** Name of a statement's files: its number, or its day if it was issued without numbers. */
export const nameOf = ({ number, receivedOn, periodTo }: Omit<NamedStatement, 'id'>): string =>
  number || (receivedOn ?? periodTo);

/** Downloads a statement as PDF and as CSV; `api` is the organisation's API path. */
export function StatementFiles({ statement, api }: { statement: NamedStatement; api: string }) {
  const name = nameOf(statement);
  const path = `${api}/statements/${encodeURIComponent(statement.id)}/statement`;
  return (
    <span className="flex flex-wrap gap-2">
      {(['pdf', 'csv'] as const).map((kind) => (
        <SaveButton
          key={kind}
          path={`${path}.${kind}`}
          fileName={`statement-${name}.${kind}`}
          label={kind.toUpperCase()}
          about={`明細書${name}`}
        />
      ))}
    </span>
  );
}

/** Downloads a year as PDF and as CSV. */
export const YearFiles = ({ period, api }: { period: Period; api: string }) => (
  <span className="flex flex-wrap gap-2">
    {(['pdf', 'csv'] as const).map((kind) => (
      <SaveButton
        key={kind}
        path={`${api}/statement-years/${period}/statement.${kind}`}
        fileName={`statements-${period}.${kind}`}
        label={`1年分の${kind.toUpperCase()}`}
        about={`${periodLabel(period)}の明細書`}
      />
    ))}
  </span>
);
