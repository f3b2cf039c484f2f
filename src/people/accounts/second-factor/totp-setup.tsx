import { useEffect, useRef } from 'react';
import { Button } from '#kit/ui/button.tsx';
import { CodeForm } from '#people/session/second-factor/code-form.tsx';
import { confirmTotp } from '#people/session/second-factor.ts';
import type { NewRecoveryCodes, TotpEnrolment } from '#people/sign-in/second-factor.ts';

/** Shows the secret for an authenticator app, and verifies its first code. */
export function TotpSetup({
  enrolment: { totpURI, qrCode },
  onDone,
  onCancel,
}: {
  enrolment: TotpEnrolment;
  onDone: (made: NewRecoveryCodes) => unknown;
  onCancel: () => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const secret = new URL(totpURI).searchParams.get('secret') ?? '';
  return (
    <div className="space-y-8">
      <section>
        <h3 ref={heading} tabIndex={-1} className="mb-2 text-lg">
          1. 認証アプリで読み取ります
        </h3>
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
        <h3 className="mb-2 text-lg">2. アプリのコードを入力します</h3>
        <CodeForm kind="totp" send={confirmTotp} onDone={onDone} action="認証アプリを使う" />
        <p className="mt-3 text-center">
          <Button variant="quiet" size="small" onClick={onCancel}>
            設定をやめる
          </Button>
        </p>
      </section>
    </div>
  );
}
