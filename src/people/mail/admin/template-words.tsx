import { useRef } from 'react';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import type { FormFields } from '#kit/forms/use-form.ts';
import { Panel } from '#kit/lists/panel.tsx';
import { Button } from '#kit/ui/button.tsx';
import { Fact } from '#kit/ui/facts.tsx';
import { builtInWords, type MailKind, mailKinds } from '#people/mail/mail-kinds.ts';
import { partLabels } from '#people/mail/mail-template.ts';
import {
  type MailPart,
  type MailWords,
  mailVariables,
  typedVariables,
} from '#people/mail/words/mail-words.ts';
import { partsOf } from './words-parts.ts';

type WordsProps = { form: FormFields; kind: MailKind };

/** The text of a mail: the built-in one to read, or the operator's to edit. */
export function TemplateWords({ own, ...props }: WordsProps & { own: MailWords | null }) {
  return own ? <OwnWords {...props} /> : <BuiltInWords {...props} />;
}

function BuiltInWords({ form, kind }: WordsProps) {
  const words = builtInWords(kind);
  return (
    <Panel title="標準の文">
      <dl>
        {partsOf(kind).map((part) => (
          <Fact key={part} label={partLabels[part]} look="line">
            <span className="whitespace-pre-line wrap-anywhere">{words[part] || '（なし）'}</span>
          </Fact>
        ))}
      </dl>
      <p className="mt-4">
        <Button variant="outline" onClick={() => form.setValue('own', words)}>
          この文をもとに書き換える
        </Button>
      </p>
    </Panel>
  );
}

const partHelp: Readonly<Record<MailPart, string>> = {
  opening: '宛名の次に入ります',
  body: '申込番号などの決まった部分の、前か後に入ります',
  closing: 'メールの終わり近くに入ります。空にもできます。',
};

function OwnWords({ form, kind }: WordsProps) {
  const last = useRef<HTMLInputElement | HTMLTextAreaElement>(null);
  const isRequired = (part: MailPart) => part === 'opening' && builtInWords(kind).opening !== '';

  /** Inserts a placeholder at the last cursor position, else at the end of the first text. */
  function insert(name: string) {
    const path = last.current?.name ?? 'own.opening';
    const text = String(form.valueAt(path) ?? '');
    const at = last.current?.selectionStart ?? text.length;
    const place = `{{${name}}}`;
    form.setValue(path, text.slice(0, at) + place + text.slice(last.current?.selectionEnd ?? at));
    const input = last.current;
    requestAnimationFrame(() => {
      input?.focus();
      input?.setSelectionRange(at + place.length, at + place.length);
    });
  }

  return (
    <Panel
      title="自分の文"
      action={
        <Button variant="quiet" size="small" onClick={() => form.setValue('own', null)}>
          標準の文に戻す
        </Button>
      }
    >
      <fieldset
        className="min-w-0 space-y-6"
        onFocus={({ target }) => {
          const isText =
            target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
          if (isText) last.current = target;
        }}
      >
        <legend className="sr-only">メールの文</legend>
        <TextField form={form} path="own.subject" label={partLabels.subject} required />
        {partsOf(kind).map((part) =>
          part === 'subject' ? null : (
            <TextArea
              key={part}
              form={form}
              path={`own.${part}`}
              label={partLabels[part]}
              required={isRequired(part)}
              help={partHelp[part]}
              rows={part === 'closing' ? 3 : 5}
            />
          ),
        )}
        <Names kind={kind} onInsert={insert} />
      </fieldset>
    </Panel>
  );
}

/** The available placeholders; a press inserts one at the cursor. */
function Names({ kind, onInsert }: { kind: MailKind; onInsert: (name: string) => void }) {
  const { variables } = mailKinds[kind];
  if (variables.length === 0) return <p>このメールで使える差し込みはありません。</p>;
  return (
    <section aria-label="差し込み">
      <p className="font-bold">差し込み</p>
      <p className="text-sm text-ink-2">
        押すと、文の中に入ります。送るときに、その方の内容に置き換わります。
      </p>
      <ul className="mt-2 divide-y divide-dashed divide-line">
        {variables.map((name) => (
          <li key={name} className="flex flex-wrap items-center gap-x-3 py-1">
            <Button variant="outline" size="small" onClick={() => onInsert(name)}>
              {`{{${name}}}`}
            </Button>
            <span className="text-sm text-ink-2">
              {mailVariables[name]}
              {typedVariables.includes(name) &&
                '。件名には使えません。確認が済んでいないアドレスには、標準の文を送ります。'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
