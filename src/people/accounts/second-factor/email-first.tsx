import { VerifyFirst } from '#people/session/verify-first.tsx';

/** Replaces a setup while the person's e-mail is not verified. */
export function EmailFirst({ email }: { email: string }) {
  return (
    <VerifyFirst>
      設定の変更を<b className="break-all">{email}</b>
      にお知らせするため、このアドレスに届くことを先に確かめます。お送りするメールのボタンを押してから、この画面をもう一度開いてください。
    </VerifyFirst>
  );
}
