import { Notice } from '#kit/ui/notice.tsx';
import { useServiceOutcome } from '#people/session/service-sign-in.ts';
import { linkProblems } from '#people/sign-in/service-link.ts';
import { problemIn } from '#people/sign-in/sign-in-service.ts';

/** The outcome of linking a service, or of re-authenticating at one, shown once on return; otherwise nothing. */
export function LinkNotice() {
  const outcome = useServiceOutcome();
  if (outcome === 'linked') {
    return (
      <Notice kind="success" title="ログインの方法を追加しました">
        <p>次から、このサービスでもログインできます。追加したことは、メールでもお知らせします。</p>
      </Notice>
    );
  }
  if (outcome === 'proven') {
    return (
      <Notice kind="success" title="ご本人の確認ができました">
        <p>これから10分間、この画面の手続きができます。</p>
      </Notice>
    );
  }
  const problem = problemIn(outcome, linkProblems);
  return problem === undefined ? null : <Notice kind="error" title={problem} />;
}
