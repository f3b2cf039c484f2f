import { useState } from 'react';
import { apiResponse } from '#kit/client/api.ts';
import { useDownload } from '#kit/client/download/use-download.tsx';
import { FormButtons } from '#kit/forms/form-buttons.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import type { ListRequest } from './list-place.ts';

const encodings = [
  { value: 'utf8', label: 'UTF-8', note: 'Excel・新しいソフト' },
  { value: 'shift_jis', label: 'Shift_JIS', note: '古いソフト' },
] as const;
type Encoding = (typeof encodings)[number]['value'];

/** Exports all rows of a selection as a file. */
export function CsvExport({
  question,
  isOpen,
  onClose,
}: {
  question: (encoding: Encoding) => ListRequest;
  isOpen: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog isOpen={isOpen} title="CSVで保存" onClose={onClose}>
      <ExportForm {...{ question, onClose }} />
    </Dialog>
  );
}

function ExportForm({
  question,
  onClose,
}: {
  question: (encoding: Encoding) => ListRequest;
  onClose: () => void;
}) {
  const [encoding, setEncoding] = useState<Encoding>('utf8');
  const download = useDownload(
    (chosen: Encoding, signal) => {
      const { path, body } = question(chosen);
      return apiResponse(path, { body, signal });
    },
    {
      fileName: 'list.csv',
      onDone() {
        showToast('CSVを保存しました。');
        onClose();
      },
    },
  );
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void download.send(encoding);
      }}
    >
      <p>
        いまの条件に当てはまるものを、すべて書き出します。書き出したことは操作の記録に残ります。
      </p>
      <fieldset>
        <legend className="mb-2 font-bold">文字コード</legend>
        <div className="grid gap-3 narrow:grid-cols-2">
          {encodings.map(({ value, label, note }) => (
            <label
              key={value}
              className="flex cursor-pointer items-center gap-3 rounded-xl border border-input px-4 py-2.5 has-checked:border-ink has-checked:bg-sand"
            >
              <input
                type="radio"
                name="encoding"
                className="size-5 accent-coral"
                checked={encoding === value}
                onChange={() => setEncoding(value)}
              />
              <span>
                <b>{label}</b>
                <span className="block text-sm text-ink-2">{note}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {download.progress}
      <FormButtons submission={download} onCancel={onClose}>
        保存する
      </FormButtons>
    </form>
  );
}
