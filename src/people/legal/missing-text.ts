import { data } from 'react-router';

/** The 404 for a text that is not published. */
export const missingText = () => data('お探しの文面が見つかりませんでした。', { status: 404 });
