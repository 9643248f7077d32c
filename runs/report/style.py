"""The style sheet of reports: dark text on white, for wide pages, phones and print."""

from typing import Final

STYLE: Final = """\
:root { color-scheme: light; --ink: #1c2430; --soft: #566173; --line: #d9dfe7; --pale: #f5f7fa;
  --accent: #0072b2; --good: #00664b; --bad: #a63603; }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-behavior: auto; }
body { margin: 0; background: #fff; color: var(--ink); line-height: 1.5; font-size: 15px;
  font-family: "Liberation Sans", Arial, Helvetica, sans-serif; }
.page { max-width: 1088px; margin: 0 auto; padding: 32px 24px 48px; }
h1, h2, h3, p, dd, figcaption, li, summary { overflow-wrap: anywhere; }
th, td { overflow-wrap: break-word; max-width: 60ch; }
h1 { font-size: 28px; line-height: 1.25; margin: 0 0 4px; font-weight: 700; }
h2 { font-size: 20px; line-height: 1.3; margin: 44px 0 8px; padding-top: 14px;
  border-top: 2px solid var(--ink); }
h3 { font-size: 15px; margin: 24px 0 4px; }
p { margin: 6px 0 12px; max-width: 78ch; }
.lead, .note { color: var(--soft); }
.note { font-size: 13px; }
a { color: var(--accent); }
nav { margin: 22px 0 0; font-size: 14px; }
nav ul { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 4px 18px; }
.badge { display: inline-block; font-size: 13px; font-weight: 700; padding: 1px 9px;
  border: 1px solid currentColor; border-radius: 10px; white-space: nowrap; }
.good { color: var(--good); }
.bad { color: var(--bad); }
.plain { color: var(--soft); }
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(215px, 1fr));
  gap: 12px 24px; margin: 20px 0 0; }
dt { font-size: 13px; color: var(--soft); }
dd { margin: 0; font-variant-numeric: tabular-nums; }
code { font-family: "Liberation Mono", "DejaVu Sans Mono", monospace; font-size: 13px;
  overflow-wrap: anywhere; }
.tiles { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: 12px;
  margin: 16px 0 0; padding: 0; list-style: none; }
.tile { border: 1px solid var(--line); border-radius: 6px; padding: 12px 14px; background: #fff; }
.tile strong { display: block; font-size: 24px; line-height: 1.25; font-weight: 700;
  font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.tile .name { display: block; font-size: 13px; font-weight: 700; }
.tile .told { display: block; font-size: 12.5px; line-height: 1.4; color: var(--soft);
  margin-top: 2px; }
.chart { display: block; width: 100%; height: auto; }
.drawing { margin: 12px 0 4px; }
.narrow { display: none; }
.small { display: grid; grid-template-columns: repeat(auto-fill, minmax(290px, 1fr));
  gap: 24px 28px; margin: 16px 0 8px; }
figure { margin: 0; break-inside: avoid; min-width: 0; display: flex; flex-direction: column;
  justify-content: space-between; }
figcaption { font-size: 13px; line-height: 1.4; margin-bottom: 6px; }
figcaption b { display: block; font-size: 14px; }
figcaption span { color: var(--soft); display: block; }
.key { display: flex; flex-wrap: wrap; gap: 4px 20px; list-style: none; padding: 0; font-size: 13px;
  margin: 10px 0 0; }
.key svg { width: 30px; height: 12px; margin-right: 6px; vertical-align: -1px; }
.scroller { overflow-x: auto; margin: 12px 0 18px; }
.scroller:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
table { border-collapse: collapse; font-size: 13.5px; line-height: 1.4; min-width: 100%; }
caption { text-align: left; font-weight: 700; padding: 0 0 6px; }
th, td { padding: 5px 16px 5px 0; vertical-align: top; text-align: left; font-weight: 400; }
th:last-child, td:last-child { padding-right: 4px; }
thead th { color: var(--soft); font-size: 12.5px; border-bottom: 1px solid var(--ink);
  vertical-align: bottom; }
tbody tr { border-bottom: 1px solid var(--line); }
tfoot th, tfoot td { border-top: 1px solid var(--ink); font-weight: 700; }
th.number, td.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
thead th.number { white-space: normal; }
th.text, td.text { min-width: 9ch; }
.prose td.text:last-child { min-width: 26ch; max-width: none; }
.whole { white-space: nowrap; }
.metrics th:first-child { width: 27ch; }
.metrics code { white-space: nowrap; }
.metrics td:nth-child(2), .metrics th:nth-child(2) { width: 13ch; }
.metrics td:nth-child(3), .metrics th:nth-child(3) { width: 10ch; min-width: 0; }
details { margin: 8px 0; }
summary { cursor: pointer; font-size: 13.5px; color: var(--accent); padding: 3px 0; }
summary:focus-visible { outline: 2px solid var(--accent); }
footer { margin-top: 48px; padding-top: 12px; border-top: 1px solid var(--line);
  color: var(--soft); font-size: 13px; }
@media (max-width: 960px) {
  .tiles { grid-template-columns: repeat(3, minmax(0, 1fr)); }
}
@media (max-width: 640px) {
  .page { padding: 20px 16px 32px; }
  .wide { display: none; }
  .narrow { display: block; }
  h1 { font-size: 23px; }
  h2 { font-size: 18px; margin-top: 34px; }
  .facts { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 10px 16px; }
  .tiles { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 8px; }
  .tile { padding: 10px; }
  .tile strong { font-size: 20px; }
  .small { grid-template-columns: minmax(0, 1fr); }
}
@media print {
  @page { size: A4; margin: 16mm 14mm; }
  body { font-size: 10pt; }
  .page { max-width: none; padding: 0; }
  nav, .screen, details:not([open]) { display: none; }
  a { color: inherit; text-decoration: none; }
  h2 { margin-top: 18px; padding-top: 8px; font-size: 14pt; }
  h2, h3, caption, section > p, .key { break-after: avoid; break-inside: avoid; }
  .tile, .drawing, .facts > div, tr { break-inside: avoid; }
  .wide { display: block; }
  .narrow { display: none; }
  .tiles { grid-template-columns: repeat(4, 1fr); }
  .tiles { gap: 6px; }
  .tile { padding: 6px 9px; }
  .tile strong { font-size: 13pt; }
  .tile .name, .tile .told { font-size: 8pt; line-height: 1.3; }
  .facts { margin-top: 10px; gap: 6px 20px; }
  .note, figcaption, .key { font-size: 8.5pt; }
  .facts { grid-template-columns: repeat(3, 1fr); }
  .small { grid-template-columns: repeat(2, 1fr); }
  .scroller { overflow: visible; }
  table, table code { font-size: 8.5pt; }
  .metrics code { font-size: 8pt; }
  th, td { padding-right: 10px; }
  thead { display: table-header-group; }
  .new-page { break-before: page; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
"""
