/** The only style sheet of the page; the page's policy contains its hash. */
export const style = `
:root{color-scheme:light dark;--ink:light-dark(#11160f,#eef1e8);--soft:light-dark(#50594a,#b3bda8);--paper:light-dark(#f6f7f1,#12160f);--card:light-dark(#fff,#1a2016);--line:light-dark(#d9dfd0,#343d2d);--link:light-dark(#1d5e18,#a8dd8f)}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0 auto;padding:1rem;max-width:90rem;font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);overflow-wrap:anywhere}
a{color:var(--link)}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
main:focus{outline:none}
h1{font-size:1.75rem;line-height:1.2;margin:.5rem 0}
h2{font-size:1.375rem;margin:2rem 0 .75rem}
h3{font-size:1rem;margin:0 0 .25rem}
p{margin:.25rem 0}
code,pre{font:.875em/1.5 ui-monospace,monospace}
pre{white-space:pre-wrap;margin:.25rem 0;padding:.75rem;border:1px solid var(--line);border-radius:.5rem}
article{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1rem;margin:0 0 1rem}
article:target{border-color:var(--link);box-shadow:0 0 0 1px var(--link)}
.note,small,i,dt{color:var(--soft)}
i{font-style:normal;font-size:.875rem}
.note{font-size:.875rem}
summary{cursor:pointer;padding:.625rem 0;min-height:2.75rem}
ul{margin:.25rem 0;padding-left:1.125rem}
li{margin:.25rem 0}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;margin:.25rem 0}
dd{margin:0}
.choice{border-left:2px solid var(--line);padding-left:.5rem;margin:.5rem 0}
nav ul{list-style:none;padding-left:.5rem}
nav a{display:inline-block;padding:.25rem 0;text-decoration:none}
nav b{font-size:.75rem}
.skip{position:absolute;left:-99rem}
.skip:focus{position:static}
@media (min-width:64rem){body{display:grid;grid-template-columns:20rem minmax(0,1fr);gap:0 2rem}header,.skip{grid-column:1/-1}nav{position:sticky;top:0;align-self:start;max-height:100vh;overflow:auto;padding:1rem 0}}
@media print{nav,.skip{display:none}details::details-content{content-visibility:visible}article{break-inside:avoid-page}body{background:none}}
`;
