import { Acceptance } from '#giving/acceptance/acceptance-schema.ts';
import { addressOf } from '#kit/client/send.ts';
import { PageHead } from '#kit/lists/page-head.tsx';
import { VersionedEditor } from '#kit/versions/versioned-editor.tsx';
import { AcceptanceFields } from './acceptance-fields.tsx';
import { AcceptancePreview } from './acceptance-preview.tsx';
import { acceptanceInWords } from './acceptance-words.ts';

export const meta = () => [
  { title: 'お引き受けの条件｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

/** Settings of accepted goods, donors and areas, and of shipping days. */
export default function AcceptancePage() {
  return (
    <>
      <PageHead title="お引き受けの条件" />
      <p className="mb-5 max-w-narrow">
        公開すると、申し込みの画面、ご案内のページ、送信されたお申し込みの確認に、すぐに反映されます。すでに受け付けたお申し込みは変わりません。
      </p>
      <VersionedEditor
        path={addressOf('GET /api/office/settings/acceptance')}
        schema={Acceptance}
        hasDelivered
        inWords={acceptanceInWords}
        preview={(accepted) => <AcceptancePreview accepted={accepted} />}
      >
        {(form) => <AcceptanceFields form={form} />}
      </VersionedEditor>
    </>
  );
}
