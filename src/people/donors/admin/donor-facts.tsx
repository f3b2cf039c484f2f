import { Panel } from '#kit/lists/panel.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { formatDate, formatDateTime } from '#kit/values/timestamp.ts';
import type { Donor } from '#people/donors/donor.ts';

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
