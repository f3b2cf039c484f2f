import { useLocation } from 'react-router';
import { send } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { Card } from '#kit/ui/card.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { useHydrated } from '#kit/ui/use-hydrated.ts';
import { TraceView } from './trace-view.tsx';

/** A shared trace: what its donor chose to show, without the donor. */
export function SharedTrace() {
  const { hash } = useLocation();
  const token = new URLSearchParams(hash.replace(/^#/, '')).get('token') ?? '';
  const isHydrated = useHydrated();
  const trace = useQuery(token === '' ? undefined : token, () =>
    send('POST /api/traces/shared', { body: { token }, isAnonymous: true }),
  );
  if (isHydrated && token === '') return <NoTrace />;
  if (trace.problem) return <NoTrace message={trace.problem.message} />;
  if (!trace.value) {
    return (
      <Card>
        <Skeleton lines={8} label="寄付のゆくえを読み込んでいます" />
      </Card>
    );
  }
  const { associateId, targetName } = trace.value;
  return (
    <>
      <Card as="article" aria-label={`${targetName}への寄付`}>
        <p className="text-sm text-ink-2">寄付先</p>
        <h2 className="mb-5 font-sans text-lg wrap-anywhere narrow:text-xl">
          {associateId ? <Link to={`/associate/${associateId}`}>{targetName}</Link> : targetName}
        </h2>
        <TraceView trace={trace.value} />
      </Card>
      <p className="mt-6 text-sm text-ink-2">
        このページは、寄付をした方が共有したものです。お名前やご住所は含まれていません。
      </p>
      <p className="mt-4">
        <ButtonLink to="/about-service">たすきのしくみを見る</ButtonLink>
      </p>
    </>
  );
}

const incomplete =
  'リンクが途中で切れているようです。お受け取りになったリンクを、もう一度お確かめください。';

function NoTrace({ message = incomplete }: { message?: string }) {
  return (
    <EmptyState
      title="表示できるものがありません"
      action={<ButtonLink to="/">たすきのトップへ</ButtonLink>}
    >
      {message}
    </EmptyState>
  );
}
