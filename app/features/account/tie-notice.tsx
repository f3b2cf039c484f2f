import { useServiceOutcome } from '#app/session/service-sign-in.ts';
import { Notice } from '#app/ui/notice.tsx';
import { tieProblems } from '#domain/service-tie.ts';
import { problemIn } from '#domain/sign-in-service.ts';

/** What came of tying a service, for who has just come back from it; nothing for anybody else. */
export function TieNotice() {
  const outcome = useServiceOutcome();
  if (outcome === 'tied') {
    return (
      <Notice kind="success" title="ログインの方法を追加しました">
        <p>次から、このサービスでもログインできます。追加したことは、メールでもお知らせします。</p>
      </Notice>
    );
  }
  const problem = problemIn(outcome, tieProblems);
  return problem === undefined ? null : <Notice kind="error" title={problem} />;
}
