import { useEffect, useRef } from 'react';
import { ErrorSummary } from '#app/forms/error-summary.tsx';
import { TextField } from '#app/forms/fields/text-field.tsx';
import { Form } from '#app/forms/form.tsx';
import { SubmitError } from '#app/forms/submit-error.tsx';
import { useForm } from '#app/forms/use-form.ts';
import { useSubmission } from '#app/forms/use-submission.ts';
import { signInWithCode } from '#app/session/sign-in.ts';
import { Button } from '#app/ui/button.tsx';
import { showMessage } from '#app/ui/message.ts';
import type { TwoFactorEnrolment } from '#domain/auth/own-sign-in.ts';
import { TotpCode } from '#domain/auth/sign-in.ts';
import { toHalfWidth } from '#domain/values/text-width.ts';

/** Hands the secret to an authenticator app, shows the backup codes, and checks the first code. */
export function TwoFactorSetup({
  enrolment: { totpURI, qrCode, backupCodes },
  onDone,
}: {
  enrolment: TwoFactorEnrolment;
  onDone: () => Promise<void>;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const form = useForm({ schema: TotpCode, initial: { code: '' }, onInvalid: showMessage });
  const submission = useSubmission(({ code }: { code: string }) => signInWithCode(code), {
    form,
    onDone,
  });
  const secret = new URL(totpURI).searchParams.get('secret') ?? '';
  return (
    <Form form={form} onSubmit={form.submit(submission.send)} className="space-y-8">
      <ErrorSummary form={form} />
      <section>
        <h2 ref={heading} tabIndex={-1} className="mb-2 text-lg">
          1. 認証アプリで読み取ります
        </h2>
        <svg
          role="img"
          aria-label="認証アプリで読み取るQRコード"
          viewBox={`0 0 ${qrCode.size} ${qrCode.size}`}
          className="mx-auto size-56 rounded-tile border border-line bg-white"
          shapeRendering="crispEdges"
        >
          <path d={qrCode.path} />
        </svg>
        <p className="mt-3 text-center">
          <a href={totpURI} className="inline-block py-2 text-coral-dark underline">
            この端末の認証アプリで開く
          </a>
        </p>
        <p className="mt-2 text-sm text-ink-2">
          読み取れないときは、次のキーをアプリに入力してください。
        </p>
        <p className="font-mono break-all">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</p>
      </section>
      <section>
        <h2 className="mb-2 text-lg">2. 予備コードを控えます</h2>
        <p className="text-sm text-ink-2">
          アプリが使えないときに、コードの代わりに1回ずつ使えます。この画面を閉じると、もう表示できません。
        </p>
        <ul className="mt-2 grid grid-cols-2 gap-x-4 font-mono">
          {backupCodes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </section>
      <section className="space-y-6">
        <h2 className="mb-2 text-lg">3. アプリのコードを入力します</h2>
        <TextField
          form={form}
          path="code"
          label="認証コード"
          required
          help="認証アプリに表示されている6桁の数字です"
          inputMode="numeric"
          autoComplete="one-time-code"
          tidy={(text) => toHalfWidth(text).replace(/\s/g, '')}
        />
        <SubmitError message={submission.message} />
        <Button type="submit" className="w-full" isBusy={submission.isPending}>
          {submission.isPending ? '確認しています' : '有効にする'}
        </Button>
      </section>
    </Form>
  );
}
