import { useId, useState } from 'react';
import type { Calls } from '#kit/client/calls.ts';
import { addressOf } from '#kit/client/send.ts';
import { SelectInput } from '#kit/forms/fields/select-input.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import {
  type LabelSheet,
  labelFiles,
  labelSheetNames,
  labelSheets,
  labelsInFile,
} from '#warehouse/kits/kit-batch.ts';
import { DownloadButton } from './download-button.tsx';

const paperCall = 'GET /api/office/kits/batches/:id/paper';

/** Labels with the boxes' codes, on sheets that may be partly used, and the inserts for each box. */
export function BatchLabels({ batchId, boxes }: { batchId: string; boxes: number }) {
  const id = useId();
  const [sheet, setSheet] = useState<LabelSheet>('a4-12');
  const [start, setStart] = useState(1);
  const { perSheet } = labelSheets[sheet];
  const first = Math.min(start, perSheet);
  const paper = (query: Calls[typeof paperCall]['query']) =>
    addressOf(paperCall, { params: { id: batchId }, query });
  return (
    <Panel title="ラベルと同梱票">
      <div className="grid gap-3">
        <label htmlFor={`${id}-sheet`} className="block">
          <span className="font-bold">ラベルの用紙</span>
          <SelectInput
            id={`${id}-sheet`}
            name="sheet"
            choices={labelSheetNames.map((name) => ({
              value: name,
              label: labelSheets[name].label,
            }))}
            value={sheet}
            onChange={(event) => setSheet(event.currentTarget.value as LabelSheet)}
          />
        </label>
        {perSheet > 1 && (
          <label htmlFor={`${id}-start`} className="block">
            <span className="font-bold">使いはじめの位置</span>
            <SelectInput
              id={`${id}-start`}
              name="start"
              choices={Array.from({ length: perSheet }, (_, index) => ({
                value: String(index + 1),
                label: `${index + 1}面目から`,
              }))}
              value={String(first)}
              onChange={(event) => setStart(Number(event.currentTarget.value))}
            />
          </label>
        )}
        <Parts
          pathOf={(part) => paper({ what: 'labels', sheet, start: first, part })}
          files={labelFiles(boxes, first)}
        >
          ラベル
        </Parts>
        <Parts pathOf={(part) => paper({ what: 'packing', part })} files={labelFiles(boxes, 1)}>
          同梱票
        </Parts>
        {boxes > labelsInFile && (
          <p className="text-sm text-ink-2">{labelsInFile}箱ずつ、PDFを分けています。</p>
        )}
      </div>
    </Panel>
  );
}

function Parts({
  pathOf,
  files,
  children,
}: {
  pathOf: (part: number) => string;
  files: number;
  children: string;
}) {
  return Array.from({ length: files }, (_, index) => index + 1).map((part) => (
    <DownloadButton key={part} path={pathOf(part)} fileName="labels.pdf">
      {children}のPDF{files > 1 && `（${part}/${files}）`}
    </DownloadButton>
  ));
}
