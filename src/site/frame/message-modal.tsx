import type { ReactNode } from 'react';
import { useState } from 'react';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { clearMessage, type MessageTemplate, useMessage } from '#kit/ui/message.ts';

/** Texts with links are defined only here, so that no data can inject markup. */
const templates: Record<MessageTemplate, () => ReactNode> = {
  'user-not-found': () => (
    <>
      ご入力いただいたメールアドレスは登録されていません。
      <br />
      はじめての方は
      <Link to="/join" onClick={clearMessage} className="font-bold text-coral-dark underline">
        新規登録
      </Link>
      へお進みください。
    </>
  ),
};

/** Shows the message of showMessage; removes it 300 ms after closing (docs/product.md, Timings). */
export function MessageModal() {
  const message = useMessage();
  const [closing, setClosing] = useState<typeof message>();
  const isOpen = message !== undefined && message !== closing;
  const close = () => setClosing(message);
  return (
    <Dialog
      isOpen={isOpen}
      title={message?.title ?? 'エラーが発生しました'}
      onClose={close}
      onClosed={clearMessage}
      actions={<Button onClick={close}>閉じる</Button>}
    >
      {message?.template ? (
        <p>{templates[message.template]()}</p>
      ) : (
        <p className="whitespace-pre-line">{message?.message}</p>
      )}
      {message?.fields && (
        <ul className="mt-3 list-disc pl-6">
          {message.fields.map((field) => (
            <li key={field}>{field}</li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
