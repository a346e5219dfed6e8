/** The look of the reference page; inline, because the page must stand alone. */
export const REFERENCE_STYLE = `
:root{--ink:#1d2430;--soft:#5b6678;--line:#e2e6ee;--paper:#fff;--panel:#f6f8fb;--accent:#2f5fd0;--get:#1d7a46;--post:#2f5fd0;--put:#8a5a00;--delete:#b3261e}
@media (prefers-color-scheme:dark){:root{--ink:#e6e9f0;--soft:#9aa5b8;--line:#2c3443;--paper:#12161e;--panel:#1a202b;--accent:#8db0ff;--get:#6fd39b;--post:#8db0ff;--put:#e9b95b;--delete:#ff8f86}}
*{box-sizing:border-box}
html{scroll-behavior:smooth;scroll-padding-top:1rem}
body{margin:0;font:16px/1.6 system-ui,-apple-system,"Segoe UI","PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;color:var(--ink);background:var(--paper)}
a{color:var(--accent);text-decoration:none}a:hover{text-decoration:underline}
.page{display:grid;grid-template-columns:16rem minmax(0,1fr);min-height:100vh}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1.5rem 1rem;background:var(--panel);border-right:1px solid var(--line);font-size:.92rem}
nav h1{margin:0 0 .25rem;font-size:1.15rem}nav .version{color:var(--soft);font-size:.85rem}
nav ul{list-style:none;padding:0;margin:1rem 0}nav li a{display:flex;gap:.5rem;align-items:baseline;padding:.18rem .4rem;border-radius:.35rem;color:var(--ink)}
nav li a:hover{background:var(--line);text-decoration:none}
main{padding:2rem clamp(1rem,4vw,3rem);max-width:62rem}
section{padding:1.5rem 0;border-top:1px solid var(--line)}section:first-of-type{border-top:0}
h2{margin:0 0 .25rem;font-size:1.3rem}h3{margin:1.25rem 0 .4rem;font-size:.85rem;color:var(--soft);font-weight:600}
code,pre{font:.86em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
code{background:var(--panel);border:1px solid var(--line);border-radius:.3rem;padding:.05rem .3rem}
pre{background:var(--panel);border:1px solid var(--line);border-radius:.5rem;padding:.8rem 1rem;overflow:auto;margin:.4rem 0}
pre code{border:0;padding:0;background:none}
.route{display:flex;flex-wrap:wrap;gap:.6rem;align-items:center;margin:.4rem 0 .8rem}
.method{font:600 .74rem/1 ui-monospace,Menlo,Consolas,monospace;letter-spacing:.03em}
.route .method{padding:.35rem .5rem;border:1px solid currentColor;border-radius:.3rem}
.GET{color:var(--get)}.POST{color:var(--post)}.PUT{color:var(--put)}.DELETE{color:var(--delete)}
nav .method{width:3.2rem;flex:none;font-size:.66rem}
table{border-collapse:collapse;width:100%;font-size:.93rem}th,td{text-align:left;vertical-align:top;padding:.4rem .6rem .4rem 0;border-bottom:1px solid var(--line)}
th{color:var(--soft);font-weight:600;font-size:.82rem}td:first-child{white-space:nowrap}
.required{color:var(--delete);font-size:.8rem}.soft{color:var(--soft)}
details summary{cursor:pointer;color:var(--accent);margin:.8rem 0 .2rem}
@media (max-width:760px){.page{display:block}nav{position:static;height:auto;border-right:0;border-bottom:1px solid var(--line)}td:first-child{white-space:normal}}
`;
