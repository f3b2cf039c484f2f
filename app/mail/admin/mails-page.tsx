import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { LoadProblem } from '#app/admin/load-problem.tsx';
import { PageHead } from '#app/admin/page-head.tsx';
import { Panel } from '#app/admin/panel.tsx';
import { useQuery } from '#app/admin/use-query.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { ChipLink } from '#app/ui/chip.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { useScroller } from '#app/ui/use-scroller.ts';
import type { AdminToday } from '#domain/applications/admin-application.ts';
import { type AdminMail, mailStateLabels, mailStates } from '#domain/mail/admin-mail.ts';
import { formatYen } from '#domain/values/yen.ts';
import { MailDialog } from './mail-dialog.tsx';
import { MailTable } from './mail-table.tsx';
import {
  type MailsQuery,
  mailsPath,
  mailsPerPage,
  mailsQuestion,
  readMailsQuery,
} from './mails-query.ts';

export const meta = () => [{ title: 'メール｜たすき運営' }, { name: 'robots', content: 'noindex' }];

export const handle = { layout: 'admin' };

/** The mails that were written, to be read here as long as no mail server sends them. */
export default function MailsPage() {
  const navigate = useNavigate();
  const location = useLocation();
  const query = readMailsQuery(useSearchParams()[0]);
  const today = useQuery<AdminToday>('/api/office/today');
  const canRead = today.value?.canReadMails;
  const list = useQuery<AdminMail[]>(
    canRead === undefined ? undefined : mailsQuestion(query, canRead),
  );
  const problem = today.problem ?? list.problem;
  const reload = () => {
    today.reload();
    list.reload();
  };
  const close = () => {
    // Back where the mail was opened from; one opened by its address has no such place.
    if ((location.state as { isOpened?: boolean } | null)?.isOpened) navigate(-1);
    else navigate(mailsPath({ ...query, open: undefined }), { replace: true });
  };
  return (
    <>
      <PageHead title="メール" />
      {canRead === false && (
        <div className="mb-4">
          <Notice title="メールサーバーから送信しています">
            <p>メールの内容は、ここでは読めません。送信できなかったメールだけを表示しています。</p>
          </Notice>
        </div>
      )}
      <Panel label="メールの一覧">
        {canRead && <StateChips query={query} dead={today.value?.deadMails} />}
        {problem ? (
          <LoadProblem problem={problem} onRetry={reload} />
        ) : !list.value ? (
          <Skeleton lines={10} label="メールを読み込んでいます" />
        ) : list.value.length === 0 ? (
          <EmptyState
            picture="envelope"
            title={canRead ? 'メールはありません' : '送信できなかったメールはありません'}
          />
        ) : (
          <div
            aria-busy={list.isLoading}
            className={list.isLoading ? 'opacity-60 transition-opacity delay-150' : ''}
          >
            <MailTable
              mails={list.value}
              pathOf={canRead ? (id) => mailsPath({ ...query, open: id }) : undefined}
              onRetried={reload}
            />
          </div>
        )}
        <Ways query={query} mails={list.value ?? []} />
      </Panel>
      <MailDialog id={canRead ? query.open : undefined} onClose={close} onRetried={reload} />
    </>
  );
}

function StateChips({ query, dead }: { query: MailsQuery; dead: number | undefined }) {
  const strip = useScroller<HTMLElement>();
  return (
    <nav
      ref={strip}
      aria-label="状態で絞り込む"
      className="-mx-4 mb-2 overflow-x-auto px-4 py-1 narrow:-mx-5 narrow:px-5"
    >
      <ul className="flex w-max gap-2">
        {([undefined, ...mailStates] as const).map((state) => (
          <li key={state ?? 'all'}>
            <ChipLink
              to={mailsPath({ state, before: undefined, open: undefined })}
              isCurrent={query.state === state}
            >
              {state ? mailStateLabels[state] : 'すべて'}
              {state === 'dead' && dead ? (
                <span className="ml-1.5 tabular-nums">{formatYen(dead)}</span>
              ) : null}
            </ChipLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The ways to older mails and back to the newest. */
function Ways({ query, mails }: { query: MailsQuery; mails: readonly AdminMail[] }) {
  const oldest = mails.length === mailsPerPage ? mails.at(-1) : undefined;
  if (!query.before && !oldest) return null;
  return (
    <nav aria-label="ページ" className="mt-6 flex flex-wrap justify-center gap-3">
      {query.before && (
        <ButtonLink to={mailsPath({ ...query, before: undefined })} variant="outline" size="small">
          新しいメールへ
        </ButtonLink>
      )}
      {oldest && (
        <ButtonLink to={mailsPath({ ...query, before: oldest.id })} variant="outline" size="small">
          さらに古いメール
        </ButtonLink>
      )}
    </nav>
  );
}
