import { head, htmlAttributes } from './tree.js';

export default function RootLayout({ children }) {
  return (
    <html {...htmlAttributes}>
      <head>{head}</head>
      <body>{children}</body>
    </html>
  );
}
