import { formatYen } from '#kit/values/yen.ts';
import type { UseReportContent } from './use-report.ts';

/** A report's content, field by field, for its history and its review. */
export const reportInWords = ({ title, body, imageId, from, to, yen }: UseReportContent) => [
  { label: '使い道', value: title },
  { label: '期間', value: `${from.replaceAll('-', '/')}〜${to.replaceAll('-', '/')}` },
  { label: '金額', value: `${formatYen(yen)}円` },
  { label: '文章', value: body },
  { label: '写真', value: imageId === '' ? '' : `画像 ${imageId.slice(0, 8)}` },
];
