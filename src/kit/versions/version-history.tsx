import { type ReactNode, useState } from 'react';
import { apiResponse } from '#kit/client/api.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { Button } from '#kit/ui/button.tsx';
import { Disclosure } from '#kit/ui/disclosure.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { type VersionSummary, versionStates } from './version.ts';

/** A field of some content as text, for comparing versions. */
export type ShownField = {
  label: string;
  value: string;
  /** Rendered value, where text would not be readable, such as names instead of ids. */
  drawn?: ReactNode;
};

type HistoryProps<Content> = {
  path: string;
  /** Reloads the list after every change. */
  etag: string;
  inWords: (content: Content) => readonly ShownField[];
  current: Content;
  currentNumber: number;
  /** Whether there is built-in content before the first version. */
  hasDelivered: boolean;
  /** Copies a version into the draft; undefined for readers. */
  onRestore?: ((number: number) => unknown) | undefined;
};

type HistoryPage = { versions: VersionSummary[]; next: string | null };

/** The versions of some content, each to compare with the current one and to restore. */
export function VersionHistory<Content>(props: HistoryProps<Content>) {
  return (
    <Disclosure summary="変更の履歴">
      <Versions {...props} />
    </Disclosure>
  );
}

function Versions<Content>({ path, etag, hasDelivered, ...props }: HistoryProps<Content>) {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const asked = `${path}/versions${cursor ? `?cursor=${cursor}` : ''}`;
  const { value, problem, reload } = useQuery<HistoryPage>(`${asked} ${etag}`, async (signal) => {
    const response = await apiResponse(asked, { signal });
    return {
      versions: (await response.json()) as VersionSummary[],
      next: response.headers.get('x-next-cursor'),
    };
  });
  if (problem && !value) return <LoadFailure message={problem.message} onRetry={reload} />;
  if (!value) return <Skeleton lines={3} />;
  const { versions, next } = value;
  if (versions.length === 0) return <p>まだ変更はありません。</p>;
  return (
    <>
      <ol className="divide-y divide-dashed divide-line">
        {versions.map((version) => (
          <VersionRow key={version.number} version={version} path={path} {...props} />
        ))}
        {hasDelivered && !next && props.onRestore && (
          <li className="space-y-2 py-3">
            <p>
              <span className="font-bold">はじめの内容</span>（サービスにはじめから用意されたもの）
            </p>
            <Button variant="quiet" size="small" onClick={() => props.onRestore?.(0)}>
              はじめの内容を下書きにする
            </Button>
          </li>
        )}
      </ol>
      <p className="mt-3 flex flex-wrap gap-3">
        {cursors.length > 0 && (
          <Button variant="quiet" size="small" onClick={() => setCursors(cursors.slice(0, -1))}>
            新しい履歴
          </Button>
        )}
        {next && (
          <Button variant="quiet" size="small" onClick={() => setCursors([...cursors, next])}>
            前の履歴
          </Button>
        )}
      </p>
    </>
  );
}

function VersionRow<Content>({
  version,
  path,
  inWords,
  current,
  currentNumber,
  onRestore,
}: Omit<HistoryProps<Content>, 'etag' | 'hasDelivered'> & { version: VersionSummary }) {
  const [isOpen, setOpen] = useState(false);
  const { number, state, note, holdsFrom, changedBy, changedAt, publishedAt } = version;
  return (
    <li className="space-y-2 py-3">
      <p>
        <span className="font-bold">第{number}版</span>
        {number === currentNumber ? '（いまの内容）' : `（${versionStates[state]}）`}
        <span className="text-sm text-ink-2">
          {' '}
          {formatDateTime(publishedAt || changedAt)} {changedBy}
          {holdsFrom && `、${holdsFrom.replaceAll('-', '/')}から適用`}
        </span>
      </p>
      {note && <p className="text-sm">{note}</p>}
      <div className="flex flex-wrap gap-3">
        <Button
          variant="outline"
          size="small"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? '比較を閉じる' : 'いまの内容と比べる'}
        </Button>
        {onRestore && (
          <Button variant="quiet" size="small" onClick={() => onRestore(number)}>
            この版を下書きにする
          </Button>
        )}
      </div>
      {isOpen && <Comparison address={`${path}/versions/${number}`} {...{ inWords, current }} />}
    </li>
  );
}

function Comparison<Content>({
  address,
  inWords,
  current,
}: {
  address: string;
  inWords: (content: Content) => readonly ShownField[];
  current: Content;
}) {
  const { value, problem, reload } = useQuery<{ content: Content }>(address);
  if (problem && !value) return <LoadFailure message={problem.message} onRetry={reload} />;
  if (!value) return <Skeleton lines={3} />;
  const now = new Map(inWords(current).map((field) => [field.label, field]));
  const versionFields = inWords(value.content);
  const changed = versionFields.filter(
    (field) => field.value !== (now.get(field.label)?.value ?? ''),
  );
  if (changed.length === 0) return <p className="text-sm">いまの内容と同じです。</p>;
  return (
    <dl className="space-y-3 rounded-tile bg-cream px-4 py-3">
      {changed.map((field) => (
        <div key={field.label}>
          <dt className="text-sm text-ink-2">{field.label}</dt>
          <dd className="grid gap-2 narrow:grid-cols-2">
            <div className="whitespace-pre-line break-words">
              <span className="block text-sm text-ink-2">この版</span>
              <FieldValue field={field} />
            </div>
            <div className="whitespace-pre-line break-words font-bold">
              <span className="block text-sm font-normal text-ink-2">いまの内容</span>
              <FieldValue field={now.get(field.label)} />
            </div>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const FieldValue = ({ field }: { field: ShownField | undefined }) =>
  field?.value ? (field.drawn ?? field.value) : '（なし）';
