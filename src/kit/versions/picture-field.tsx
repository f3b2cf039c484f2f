import { PictureChooser } from '#kit/forms/pictures/picture-chooser.tsx';
import type { FormFields } from '#kit/forms/use-form.ts';
import { type ImageKind, imageAt, imageKinds } from '#kit/images/shown-image.ts';
import { Button } from '#kit/ui/button.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { ProgressBar } from '#kit/ui/progress-bar.tsx';
import { usePendingPart } from './pending-parts.ts';
import { usePictureLink, usePictureSending } from './use-draft-picture.ts';

/**
 * A picture of versioned content: uploaded when cropped, public when the draft is published. `place` is its owner, as
 * in the upload's path.
 */
export function PictureField({
  form,
  path,
  place,
  kind,
  label,
  help,
}: {
  form: FormFields;
  path: string;
  place: string;
  kind: ImageKind;
  label: string;
  help: string;
}) {
  const imageId = String(form.valueAt(path) ?? '');
  const link = usePictureLink(place, imageId);
  const change = (id: string) => form.setValue(path, id);
  const { isBusy, message, send } = usePictureSending(place, kind, change);
  usePendingPart(isBusy);
  const isFixed = imageKinds[kind].aspect !== undefined;
  return (
    <fieldset id={form.idOf(path)} tabIndex={-1} className="grid min-w-0 gap-3">
      <legend className="font-bold">{label}</legend>
      <p className="text-sm text-ink-2">{help}</p>
      {link !== '' && (
        <img
          // A freely cropped picture has its own width: only its largest size is certain to exist.
          src={isFixed ? imageAt(link, imageKinds[kind].widths[1]) : link}
          alt={`${label}（いまの下書き）`}
          className="max-h-80 w-full rounded-tile border border-line object-contain"
        />
      )}
      <PictureChooser label={label} kind={kind} shown={link} isBusy={isBusy} onPicked={send}>
        {imageId !== '' && (
          <Button variant="quiet" size="small" disabled={isBusy} onClick={() => change('')}>
            <Icon name="trash" className="size-4.5" />
            消す<span className="sr-only">：{label}</span>
          </Button>
        )}
      </PictureChooser>
      {isBusy && <ProgressBar label="画像を送っています" value={undefined} />}
      {message && <Notice kind="error" title={message} />}
    </fieldset>
  );
}
