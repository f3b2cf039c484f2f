import { FactList } from '#kit/ui/fact-list.tsx';
import { Picture } from '#kit/ui/pictures/picture.tsx';

/** The operator's contact data, as far as published. */
export type OpeningContact = { name: string; email: string; phone: string };

const link = 'inline-flex min-h-11 items-center text-coral-dark underline';

/** Replaces every public page until the service opens. */
export function OpensSoon({ name, email, phone }: OpeningContact) {
  const facts = (
    [
      ['運営者', name],
      ['メールアドレス', email],
      ['電話番号', phone],
    ] as const
  ).filter(([, value]) => value !== '');
  return (
    <div className="page-container py-12 text-center">
      <title>まもなく開きます｜たすき</title>
      <meta name="robots" content="noindex" />
      <div className="mx-auto max-w-narrow">
        <Picture name="seedling" className="mx-auto size-20" />
        <h1 className="mt-4">まもなく開きます</h1>
        <p className="mt-4 text-lg [word-break:auto-phrase]">
          「たすき」は、着なくなった服やブランド品を、応援したい団体への寄付に変えるサービスです。ただいま、始める準備をしています。
        </p>
        <p className="mt-2 [word-break:auto-phrase]">
          始まりましたら、この場所で団体を選び、箱を申し込めるようになります。いましばらくお待ちください。
        </p>
        {facts.length > 0 && (
          <div className="mt-8 text-left">
            <FactList facts={facts} />
          </div>
        )}
        {/* Full loads, because this page may replace any address. */}
        <p className="mt-8 flex flex-wrap justify-center gap-x-8">
          <a href="/contact" className={link}>
            お問い合わせ
          </a>
          <a href="/login" className={link}>
            運営・団体の方のログイン
          </a>
        </p>
      </div>
    </div>
  );
}
