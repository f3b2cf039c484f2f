import { data } from 'react-router';

/** Thrown where nobody published such a text. */
export const missingText = () => data('お探しの文面が見つかりませんでした。', { status: 404 });
