import { useState } from 'react';
import { api } from '#kit/client/api.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { Button } from '#kit/ui/button.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import type { SecondFactorReset } from '#people/sign-in/second-factor.ts';
import { AskDialog } from './ask-dialog.tsx';
import { type Decision, DecisionDialog } from './decision-dialog.tsx';

export const meta = () => [
  { title: '2段階認証の解除｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const path = '/api/office/second-factor-resets';

/** Recovery for people who lost every second factor: one operator requests it, another one approves. */
export default function SecondFactorResetsPage() {
  const open = useQuery(path, (signal) => api<{ items: SecondFactorReset[] }>(path, { signal }));
  const [isAsking, setAsking] = useState(false);
  const [decision, setDecision] = useState<Decision>();
  const items = open.value?.items;
  return (
    <>
      <PageHead title="2段階認証の解除">
        <Button size="small" onClick={() => setAsking(true)}>
          解除を依頼する
        </Button>
      </PageHead>
      <p className="mb-5 max-w-narrow text-sm text-ink-2">
        端末も予備コードもなくした方のために、2段階認証を解除します。運営者1人が依頼し、別の運営者1人が承認すると解除され、ご本人のすべての端末がログアウトします。依頼は7日で期限が切れます。
      </p>
      <Panel label="解除の依頼の一覧">
        {open.problem && <LoadFailure message={open.problem.message} onRetry={open.reload} />}
        {!open.problem && !items && <Skeleton lines={4} />}
        {items?.length === 0 && (
          <EmptyState title="いまは依頼がありません" picture="locked">
            依頼があると、ここに表示されます。
          </EmptyState>
        )}
        {items && items.length > 0 && (
          <ul className="divide-y divide-dashed divide-line">
            {items.map((reset) => (
              <li key={reset.id} className="py-4 first:pt-0 last:pb-0">
                <ResetFacts reset={reset} onDecide={(kind) => setDecision({ kind, reset })} />
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <AskDialog isOpen={isAsking} onClose={() => setAsking(false)} onAsked={open.reload} />
      <DecisionDialog
        decision={decision}
        onClose={() => setDecision(undefined)}
        onDecided={open.reload}
      />
    </>
  );
}

function ResetFacts({
  reset: { email, personName, reason, askedBy, askedAt, mayApprove },
  onDecide,
}: {
  reset: SecondFactorReset;
  onDecide: (kind: Decision['kind']) => void;
}) {
  return (
    <div className="grid gap-4">
      <Facts>
        <Fact label="対象の方">
          <b className="wrap-anywhere">{personName}</b>
          <span className="block wrap-anywhere">{email}</span>
        </Fact>
        <Fact label="理由">
          <span className="whitespace-pre-wrap wrap-anywhere">{reason}</span>
        </Fact>
        <Fact label="依頼した人">
          <span className="wrap-anywhere">{askedBy}</span>
          <span className="block text-sm text-ink-2 tabular-nums">{formatDateTime(askedAt)}</span>
        </Fact>
      </Facts>
      {!mayApprove && (
        <p className="text-sm text-ink-2">承認できるのは、依頼した人とご本人を除く運営者です。</p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" size="small" onClick={() => onDecide('decline')}>
          取り下げる
          <span className="sr-only">（{personName}）</span>
        </Button>
        {mayApprove && (
          <Button size="small" onClick={() => onDecide('approve')}>
            承認して解除する
            <span className="sr-only">（{personName}）</span>
          </Button>
        )}
      </div>
    </div>
  );
}
