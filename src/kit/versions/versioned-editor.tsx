import { type ReactNode, useReducer, useState } from 'react';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { type ComparedField, VersionChoice } from '#kit/forms/two-versions.tsx';
import { type Form as FormOver, useForm } from '#kit/forms/use-form.ts';
import type { Schema } from '#kit/forms/validate.ts';
import { Button } from '#kit/ui/button.tsx';
import { Disclosure } from '#kit/ui/disclosure.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { Notice } from '#kit/ui/notice.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { PendingParts } from './pending-parts.ts';
import {
  editedContent,
  useVersionChanges,
  useVersioned,
  type VersionedWithEtag,
} from './use-versioned.ts';
import { Publication } from './version.ts';
import { type ShownField, VersionHistory } from './version-history.tsx';

export type VersionedEditorProps<Content extends object> = {
  /** The API path of the content (src/kit/versions/version-doors.server.ts). */
  path: string;
  schema: Schema<Content>;
  /** The fields of the form. */
  children: (form: FormOver<Content, Content>) => ReactNode;
  /** The content as text by field, in the order of comparison. */
  inWords: (content: Content) => readonly ShownField[];
  /** The content as visitors will see it. */
  preview?: ((content: Content) => ReactNode) | undefined;
  /** Whether publication may be scheduled for a later day. */
  mayHoldLater?: boolean;
  /** False for readers. */
  mayChange?: boolean;
  publishLabel?: string;
  /** Whether there is built-in content before the first version, which can be restored. */
  hasDelivered?: boolean;
  /** Publishing requests a review: it cannot be requested again while one is pending. */
  asksForLook?: boolean;
  /** Text of the toast after publication. */
  publishedMessage?: string;
  onPublished?: (changed: VersionedWithEtag<Content>) => void;
  /** Publishing without a change; by default it is only said. */
  onUnchanged?: () => void;
};

/** Edits versioned content: draft, preview, publication, history, restoring; shows both versions after a conflict. */
export function VersionedEditor<Content extends object>(props: VersionedEditorProps<Content>) {
  const query = useVersioned<Content>(props.path);
  const [round, setRound] = useState(0);
  if (query.problem && !query.value) {
    return <LoadFailure message={query.problem.message} onRetry={query.reload} />;
  }
  if (!query.value) return <Skeleton lines={8} />;
  return (
    <Loaded
      key={`${props.path} ${round}`}
      {...props}
      loaded={query.value}
      onChanged={query.change}
      onReplaced={(changed) => {
        query.change(changed);
        setRound(round + 1);
      }}
    />
  );
}

type LoadedProps<Content extends object> = VersionedEditorProps<Content> & {
  loaded: VersionedWithEtag<Content>;
  onChanged: (changed: VersionedWithEtag<Content>) => void;
  /** The same, but resets the form. */
  onReplaced: (changed: VersionedWithEtag<Content>) => void;
};

function Loaded<Content extends object>(props: LoadedProps<Content>) {
  const { path, schema, children, inWords, preview, loaded, mayChange = true } = props;
  const { versioned } = loaded;
  const form = useForm({ schema, initial: editedContent(versioned), onInvalid: showMessage });
  const [isPreviewed, setPreviewed] = useState(false);
  const [pendingParts, reportPending] = useReducer((count: number, by: number) => count + by, 0);
  const changes = useVersionChanges<Content>({
    path,
    loaded,
    form,
    onChanged(changed, name) {
      if (name === 'draft') return props.onChanged(changed);
      props.onReplaced(changed);
      if (name === 'publish') {
        showToast(props.publishedMessage ?? '公開しました。');
        props.onPublished?.(changed);
      } else {
        showToast(name === 'discard' ? '下書きを破棄しました。' : '選んだ版を下書きにしました。');
      }
    },
  });
  /** The values of the stored draft. */
  const [saved, setSaved] = useState<unknown>();
  const isUnsaved = form.isDirty && form.values !== saved;
  const isAsked = props.asksForLook && versioned.draft?.state === 'waiting' && !isUnsaved;
  const isPending = changes.isPending || pendingParts > 0;
  const publication = useForm({
    schema: Publication,
    initial: { note: '', holdsFrom: '' },
    onInvalid: showMessage,
  });
  const store = async (content: Content) => {
    const sent = form.values;
    const changed = await changes.send({ name: 'draft', body: { content } });
    if (changed) setSaved(sent);
    return changed;
  };
  const keepDraft = async (content: Content) => {
    if (await store(content)) showToast('下書きを保存しました。');
  };
  const publish = async (content: Content, body: Publication) => {
    // What was delivered with the product is published as it is.
    if (!isUnsaved && !versioned.draft && versioned.current.number > 0) {
      if (props.onUnchanged) props.onUnchanged();
      else showToast('変わったところはありません。');
      return;
    }
    const stored = isUnsaved || !versioned.draft ? await store(content) : loaded;
    // Storing has changed the draft's version.
    if (stored) await changes.send({ name: 'publish', body }, stored.etag);
  };
  return (
    <div className="space-y-8">
      <Status {...loaded} />
      <Form form={form} onSubmit={form.submit(keepDraft)} className="space-y-8">
        <ErrorSummary form={form} />
        <ErrorSummary form={publication} />
        {changes.newer && (
          <VersionChoice
            fields={comparedFields(inWords, form.values, editedContent(changes.newer.versioned))}
            isPending={changes.isPending}
            onKeepStored={() => changes.newer && props.onReplaced(changes.newer)}
          />
        )}
        {/* Readers see the same fields, disabled. */}
        {mayChange ? (
          <PendingParts value={reportPending}>{children(form)}</PendingParts>
        ) : (
          <fieldset disabled className="space-y-8">
            {children(form)}
          </fieldset>
        )}
        {mayChange && !isAsked && !changes.newer && (
          <PublicationFields form={publication} mayHoldLater={props.mayHoldLater ?? false} />
        )}
        <SubmitError message={changes.message} />
        {mayChange && !changes.newer && (
          <div className="flex flex-wrap gap-3">
            {!isAsked && (
              <Button
                isBusy={isPending}
                onClick={form.submit((content) =>
                  publication.submit((body) => publish(content, body))(),
                )}
              >
                {props.publishLabel ?? '公開する'}
              </Button>
            )}
            {/* Submits, so that Enter in a field publishes nothing. */}
            <Button type="submit" variant="outline" isBusy={isPending}>
              下書きのまま置く
            </Button>
            {preview && (
              <Button variant="outline" onClick={() => setPreviewed(!isPreviewed)}>
                {isPreviewed ? 'プレビューを閉じる' : 'プレビューを見る'}
              </Button>
            )}
            {versioned.draft && (
              <Button variant="quiet" onClick={() => changes.send({ name: 'discard', body: {} })}>
                下書きを破棄する
              </Button>
            )}
          </div>
        )}
      </Form>
      {preview && isPreviewed && (
        <section aria-label="プレビュー" className="rounded-tile border border-line bg-cream p-4">
          {preview(form.values)}
        </section>
      )}
      <VersionHistory
        path={path}
        etag={loaded.etag}
        inWords={inWords}
        current={versioned.current.content}
        currentNumber={versioned.current.number}
        hasDelivered={props.hasDelivered ?? false}
        onRestore={
          mayChange ? (number) => changes.send({ name: 'restore', body: { number } }) : undefined
        }
      />
    </div>
  );
}

function comparedFields<Content>(
  inWords: (content: Content) => readonly ShownField[],
  mine: Content,
  stored: Content,
): ComparedField[] {
  const inStore = new Map(inWords(stored).map((field) => [field.label, field]));
  return inWords(mine).map(({ label, value, drawn }) => {
    const theirs = inStore.get(label);
    return {
      label,
      mine: value,
      stored: theirs?.value ?? '',
      drawn: { mine: drawn, stored: theirs?.drawn },
    };
  });
}

/** Whether there is a draft, its state, and scheduled versions. */
function Status<Content>({ versioned: { draft, coming } }: VersionedWithEtag<Content>) {
  if (!draft && coming.length === 0) return null;
  return (
    <div className="space-y-3">
      {draft?.state === 'waiting' && (
        <Notice>
          この下書きは、運営の確認を待っています。直したときは、もう一度確認をご依頼ください。
        </Notice>
      )}
      {draft?.state === 'draft' && (
        <Notice>
          まだ公開していない下書きがあります（{draft.changedBy}さん）。
          {draft.note && `差し戻しの理由：${draft.note}`}
        </Notice>
      )}
      {coming.map(({ number, holdsFrom }) => (
        <Notice key={number}>
          第{number}版を、{holdsFrom.replaceAll('-', '/')}から適用します。
        </Notice>
      ))}
    </div>
  );
}

/** Reason and day of a publication, both optional. */
function PublicationFields({
  form,
  mayHoldLater,
}: {
  form: FormOver<Publication, Publication>;
  mayHoldLater: boolean;
}) {
  const note = (
    <TextField form={form} path="note" label="変更の理由" optional help="履歴に残ります" />
  );
  if (!mayHoldLater) return <Disclosure summary="変更の理由を書き添える">{note}</Disclosure>;
  return (
    <div className="space-y-6 rounded-tile border border-line bg-paper p-4">
      {note}
      <TextField
        form={form}
        path="holdsFrom"
        type="date"
        label="いつから適用しますか"
        optional
        help="空のままなら、公開するとすぐに適用します"
      />
    </div>
  );
}
