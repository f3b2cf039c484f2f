import { SubmitError } from '#app/forms/submit-error.tsx';
import { useSubmission } from '#app/forms/use-submission.ts';
import { hasPasskeys } from '#app/session/passkeys.ts';
import { signInWithPasskey } from '#app/session/second-factor.ts';
import { Button } from '#app/ui/button.tsx';
import { useHydrated } from '#app/ui/use-hydrated.ts';

/** Signs in with a passkey alone; nothing in browsers that do not support it. */
export function PasskeySignIn({ isReady, rememberMe }: { isReady: boolean; rememberMe: boolean }) {
  const isHydrated = useHydrated();
  const submission = useSubmission(signInWithPasskey);
  if (isHydrated && !hasPasskeys()) return null;
  return (
    <div className="space-y-3">
      <p className="flex items-center gap-3 text-sm text-ink-2">
        <span className="stitch flex-1" />
        または、パスワードを使わずに
        <span className="stitch flex-1" />
      </p>
      <Button
        variant="outline"
        className="w-full"
        disabled={!isReady}
        isBusy={submission.isPending}
        onClick={() => submission.send({ rememberMe })}
      >
        {submission.isPending ? '確認しています' : 'パスキーでログイン'}
      </Button>
      <SubmitError message={submission.message} />
    </div>
  );
}
