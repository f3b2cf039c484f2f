import type { ReactNode } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { ChipLink } from '#app/ui/chip.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Pagination } from '#app/ui/navigation/pagination.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Column } from '#app/ui/table.tsx';
import { useScroller } from '#app/ui/use-scroller.ts';
import { formatYen } from '#domain/values/yen.ts';
import {
  type InboxListPath,
  type InboxRoom,
  inboxPath,
  inboxQuestion,
  readInboxQuery,
} from './inbox-query.ts';
import { LoadProblem } from './load-problem.tsx';
import { PageHead } from './page-head.tsx';
import { Panel } from './panel.tsx';
import { Rows } from './rows.tsx';
import { type Answer, useQuery } from './use-query.ts';

/** A list of what was written: what it is of, how a row looks, and what stands in the dialog. */
type InboxListProps<Entry, State extends string> = {
  title: string;
  room: InboxRoom;
  list: InboxListPath;
  states: Record<State, string>;
  /** How many there are in a state that waits for the operator. */
  waiting: Partial<Record<State, number>>;
  pageSize: number;
  columns: (pathOf: (id: string) => string) => readonly Column<Entry>[];
  card: (entry: Entry, pathOf: (id: string) => string) => ReactNode;
  dialogTitle: string;
  details: (entry: Entry, onChanged: () => void) => ReactNode;
  /** Asks again for the counts. */
  onChanged: () => void;
};

/** A list of the inbox, narrowed and paged by the address; one entry may be open in a dialog. */
export function InboxList<Entry extends { id: string }, State extends string>(
  props: InboxListProps<Entry, State>,
) {
  const { title, room, list, states, waiting, pageSize, columns, card } = props;
  const strip = useScroller<HTMLElement>();
  const navigate = useNavigate();
  const location = useLocation();
  const stateIds = Object.keys(states) as State[];
  const query = readInboxQuery(useSearchParams()[0], stateIds);
  const answer = useQuery<Entry[]>(inboxQuestion(list, query));
  const pathOf = (open: string) => inboxPath(room, { ...query, open });
  const entry = answer.value?.find(({ id }) => id === query.open);
  const close = () => {
    // Back where it was opened from; one opened by its address has no such place.
    if ((location.state as { isOpened?: boolean } | null)?.isOpened) navigate(-1);
    else navigate(inboxPath(room, { ...query, open: undefined }), { replace: true });
  };
  return (
    <>
      <PageHead title={title} />
      <Panel label={`${title}の一覧`}>
        <nav
          ref={strip}
          aria-label="状態で絞り込む"
          className="-mx-4 mb-2 overflow-x-auto px-4 py-1 narrow:-mx-5 narrow:px-5"
        >
          <ul className="flex w-max gap-2">
            {([undefined, ...stateIds] as const).map((state) => (
              <li key={state ?? 'all'}>
                <ChipLink
                  to={inboxPath(room, { state, page: 1, open: undefined })}
                  isCurrent={query.state === state}
                >
                  {state ? states[state] : 'すべて'}
                  {state && waiting[state] ? (
                    <span className="ml-1.5 tabular-nums">{formatYen(waiting[state])}</span>
                  ) : null}
                </ChipLink>
              </li>
            ))}
          </ul>
        </nav>
        <Entries title={title} answer={answer}>
          {(entries) => (
            <Rows
              caption={`${title}の一覧`}
              columns={columns(pathOf)}
              rows={entries}
              rowKey={({ id }) => id}
              card={(one) => card(one, pathOf)}
            />
          )}
        </Entries>
        <Pagination
          page={query.page}
          pageCount={Math.ceil((answer.total ?? 0) / pageSize)}
          href={(page) => inboxPath(room, { ...query, page, open: undefined })}
        />
      </Panel>
      <Dialog
        isOpen={query.open !== undefined && answer.value !== undefined}
        title={props.dialogTitle}
        shape="wide"
        onClose={close}
      >
        {entry ? (
          props.details(entry, () => {
            answer.reload();
            props.onChanged();
            // It is no part of this list any more.
            if (query.state) close();
          })
        ) : (
          <p>一覧のこのページには見あたりません。ほかの状態やページをお探しください。</p>
        )}
      </Dialog>
    </>
  );
}

function Entries<Entry>({
  title,
  answer,
  children,
}: {
  title: string;
  answer: Answer<Entry[]>;
  children: (entries: readonly Entry[]) => ReactNode;
}) {
  const { value, problem, isLoading, reload } = answer;
  if (problem) return <LoadProblem problem={problem} onRetry={reload} />;
  if (!value) return <Skeleton lines={8} label={`${title}を読み込んでいます`} />;
  if (value.length === 0) return <EmptyState picture="envelope" title={`${title}はありません`} />;
  return (
    <div
      aria-busy={isLoading}
      className={isLoading ? 'opacity-60 transition-opacity delay-150' : ''}
    >
      {children(value)}
    </div>
  );
}
