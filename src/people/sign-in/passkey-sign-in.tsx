import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { useHydrated } from '#kit/ui/use-hydrated.ts';
import { hasPasskeys } from '#people/session/passkeys.ts';
import { signInWithPasskey } from '#people/session/second-factor.ts';

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
