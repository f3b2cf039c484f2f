import { useState } from 'react';
import { useNavigate } from 'react-router';
import { apiResponse } from '#kit/client/api.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { ButtonLink } from '#kit/ui/button.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { formatDate, formatDateTime } from '#kit/values/timestamp.ts';
import type { Donor } from '#people/donors/donor.ts';
import { mailFailureAdvice, mailFailureWords } from '#people/mail/mail-failure.ts';
import { AccountActions } from './account-actions.tsx';
import { CorrectableFacts } from './correctable-facts.tsx';
import { DonorChips } from './donor-chips.tsx';
import { DonorEntryTabs } from './donor-entries.tsx';
import { DuplicateRecords } from './doubles.tsx';
import { NoteForm } from './notes.tsx';

export type VersionedDonor = { donor: Donor; etag: string };

/** A donor with the version that a correction must send. */
async function loadDonor(id: string, signal?: AbortSignal): Promise<VersionedDonor> {
  const path = `/api/office/donors/${encodeURIComponent(id)}`;
  const response = await apiResponse(path, signal ? { signal } : {});
  return { donor: (await response.json()) as Donor, etag: response.headers.get('etag') ?? '' };
}

/** Everything about one donor or guest, with the actions on it. */
export function DonorSheet({ id }: { id: string }) {
  const { value, problem, reload } = useQuery(`donor ${id}`, (signal) => loadDonor(id, signal));
  return (
    <>
      <BackLink list={{ path: '/admin/donors', label: '寄付者の一覧' }} />
      {problem?.type === 'NotFound' ? (
        <EmptyState
          title="寄付者の記録が見つかりませんでした"
          action={
            <ButtonLink to="/admin/donors" variant="outline" size="small">
              寄付者の一覧へ
            </ButtonLink>
          }
        >
          {problem.message}
        </EmptyState>
      ) : problem ? (
        <LoadFailure message={problem.message} onRetry={reload} />
      ) : value ? (
        <Sheet {...value} onChanged={reload} />
      ) : (
        <Panel label="寄付者の記録">
          <h1 className="sr-only">寄付者の記録</h1>
          <Skeleton lines={12} />
        </Panel>
      )}
    </>
  );
}

function Sheet({ donor, etag, onChanged }: VersionedDonor & { onChanged: () => void }) {
  const { id, isGuest, role, account, signIn } = donor;
  const navigate = useNavigate();
  // Reloads the notes after one was added.
  const [noted, setNoted] = useState(0);
  const { lastName, firstName, lastNameKana, firstNameKana } = account.names;
  const name = `${lastName} ${firstName}`.trim();
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-1">
        <h1 className="text-2xl narrow:text-2xl">
          {name ? (
            <>
              <bdi>{name}</bdi> 様
            </>
          ) : (
            'お名前の登録なし'
          )}
        </h1>
        <span className="text-sm text-ink-2">{`${lastNameKana} ${firstNameKana}`.trim()}</span>
        <DonorChips isGuest={isGuest} role={role} isLocked={signIn?.lockedAt != null} />
      </div>
      <Notices donor={donor} />
      <div className="grid grid-cols-1 gap-4 desktop:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 grid-cols-1 content-start gap-4">
          <Panel title="ご連絡先">
            <CorrectableFacts
              correctable={
                isGuest
                  ? undefined
                  : {
                      path: `/api/office/donors/${id}/correct`,
                      account,
                      etag,
                      load: async () => {
                        const latest = await loadDonor(id);
                        return { account: latest.donor.account, etag: latest.etag };
                      },
                    }
              }
              account={account}
              onChanged={onChanged}
            />
          </Panel>
          <DonorEntryTabs key={noted} donor={donor} />
        </div>
        <div className="grid min-w-0 grid-cols-1 content-start gap-4">
          <NoteForm
            donorId={id}
            onAdded={() => {
              setNoted(noted + 1);
              navigate('?part=notes', { replace: true, preventScrollReset: true });
            }}
          />
          {signIn && <SignInFacts signIn={signIn} createdAt={donor.createdAt} />}
          <ConsentFacts consents={donor.consents} />
          <DuplicateRecords donor={donor} onChanged={onChanged} />
          <AccountActions donor={donor} onChanged={onChanged} />
        </div>
      </div>
    </>
  );
}

function Notices({ donor: { signIn, memberId, isGuest, unreachable } }: { donor: Donor }) {
  return (
    <div className="grid gap-3 not-empty:mb-4">
      {unreachable && (
        <Notice kind="error" title="このメールアドレスには届いていません">
          <p>
            {formatDateTime(unreachable.since)}のメールについて、
            {mailFailureWords(unreachable.lastError)}
            {mailFailureAdvice(unreachable.lastError)}
          </p>
        </Notice>
      )}
      {signIn?.lockedAt && (
        <Notice kind="error" title="このアカウントはロックされています">
          <p>{formatDateTime(signIn.lockedAt)}から、ログインできません。</p>
        </Notice>
      )}
      {memberId && (
        <Notice title="同じメールアドレスの会員がいます">
          <p>
            会員登録の前か、ログインせずにお申し込みになったようです。
            <Link to={`/admin/donors/${memberId}`} className="text-coral-dark underline">
              会員の記録を開く
            </Link>
          </p>
        </Notice>
      )}
      {isGuest && !memberId && (
        <p className="text-sm text-ink-2">
          会員登録のない方です。同じメールアドレスでのお申し込みを、まとめて表示しています。
        </p>
      )}
    </div>
  );
}

/** The sign-in methods of a registered person. */
export function SignInFacts({
  signIn,
  createdAt,
}: {
  signIn: NonNullable<Donor['signIn']>;
  createdAt: string;
}) {
  const { isVerified, methods, hasSecondFactor, sessions, lastSeenAt } = signIn;
  return (
    <Panel title="アカウント">
      <Facts>
        <Fact label="登録日">{formatDate(createdAt)}</Fact>
        <Fact label="メールの確認">{isVerified ? '確認済み' : 'まだ確認されていません'}</Fact>
        <Fact label="ログイン">
          {methods.map((one) => (one === 'credential' ? 'パスワード' : one)).join('、') || 'なし'}
        </Fact>
        <Fact label="2段階認証">{hasSecondFactor ? '設定済み' : 'なし'}</Fact>
        <Fact label="端末">
          {sessions === 0 ? 'ログイン中の端末なし' : `${sessions}台でログイン中`}
        </Fact>
        <Fact label="最後の利用">{lastSeenAt && formatDateTime(lastSeenAt)}</Fact>
      </Facts>
    </Panel>
  );
}

const textLabels: Readonly<Record<string, string>> = {
  terms: '利用規約',
  privacy: 'プライバシーポリシー',
};

/** The version of each text that the donor agreed to. */
export function ConsentFacts({ consents }: { consents: Donor['consents'] }) {
  return (
    <Panel title="同意の記録">
      {consents.length === 0 ? (
        <p className="text-ink-2">版ごとの同意の記録はありません。</p>
      ) : (
        <ul className="divide-y divide-dashed divide-line">
          {consents.map(({ textKind, version, appraisalId, at }) => (
            <li key={`${textKind} ${version} ${appraisalId}`} className="py-2 first:pt-0 last:pb-0">
              <p>
                {textLabels[textKind] ?? textKind}
                {version > 0 ? `（第${version}版）` : '（はじめの版）'}
              </p>
              <p className="text-sm text-ink-2 tabular-nums">
                {formatDateTime(at)}
                {appraisalId && (
                  <Link
                    to={`/admin/applications/${appraisalId}`}
                    className="ml-2 text-coral-dark underline"
                  >
                    {appraisalId}
                  </Link>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
