//! HTML pages with plots and figures. Each page is one file that needs no other. Its only script steps through a
//! reviewed game.

use super::Plot;
use super::style;
use super::svg::{self, escaped};
use super::tables::{Table, Tables};
use super::walk;

/// Style sheet of the pages, for light and dark mode and for wide and narrow screens.
const STYLE: &str = "\
:root{color-scheme:light dark;--back:#f3f4f6;--card:#fff;--text:#1c2128;--quiet:#57606a;--edge:#dfe3e8}
@media (prefers-color-scheme:dark){:root{--back:#101216;--card:#1a1d23;--text:#e8eaed;--quiet:#a3abb5;--edge:#333942}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:16px/1.5 system-ui,-apple-system,\"Segoe UI\",\"Noto Sans\",sans-serif}
main{max-width:1200px;margin:0 auto;padding:24px 16px 40px}
h1{font-size:1.7rem;line-height:1.2;margin:0 0 4px;overflow-wrap:anywhere}
h2{font-size:1.05rem;margin:0 0 8px}
p{margin:4px 0 0}
.quiet,figcaption,footer{color:var(--quiet);font-size:.9rem}
pre{margin:14px 0 0;padding:10px 14px;background:var(--card);border:1px solid var(--edge);border-radius:8px;white-space:pre-wrap;overflow-wrap:anywhere;font:14px/1.5 ui-monospace,monospace}
dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:12px;margin:18px 0}
dl div,figure,section{background:var(--card);border:1px solid var(--edge);border-radius:8px}
dl div{display:flex;flex-direction:column-reverse;justify-content:flex-end;padding:10px 14px}
dt{color:var(--quiet);font-size:.9rem}
dd{margin:0;font-size:1.4rem;font-weight:600;overflow-wrap:anywhere;line-height:1.3}
.pictures,.tables{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,460px),1fr));gap:16px;align-items:start}
figure{margin:0;padding:6px 4px 12px}
figure svg{display:block;width:100%;max-width:640px;height:auto;margin:0 auto}
figcaption{padding:4px 14px 0}
.tables{margin-top:16px}
.wide{grid-column:1/-1}
a{color:inherit;text-decoration-color:var(--quiet);text-underline-offset:3px}
section{padding:14px;overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.95rem}
th,td{padding:4px 10px 4px 0;border-top:1px solid var(--edge);text-align:right;vertical-align:top;font-variant-numeric:tabular-nums}
td{white-space:nowrap}
.long{white-space:normal;overflow-wrap:anywhere}
th{font-weight:400}
th:first-child,td:first-child{text-align:left}
thead th{color:var(--quiet);border-top:0}
td:last-child,th:last-child{padding-right:0}
footer{margin-top:20px}
h3{font-size:1rem;margin:0}
.worst{margin:28px 0 4px}
.moves{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,540px),1fr));gap:16px;align-items:start;margin-top:16px}
.words td,.words th{text-align:left}
.short{white-space:nowrap}
.move p{margin:2px 0}
.move ul{margin:6px 0 0;padding-left:20px}
.fields{display:flex;flex-wrap:wrap;gap:6px 14px;margin-top:8px}
.fields figure{border:0;padding:0;flex:0 1 160px}
.fields svg{max-width:160px}
.fields figcaption{padding:0}
.fields text{font-size:10px}
.fields .seen{flex:none;max-width:100%}
.seen img{display:block;max-width:100%}
@media (max-width:520px){main{padding:16px 8px 32px}dd{font-size:1.1rem}figure{padding:2px 0 12px}h1{font-size:1.4rem}.fields figure{flex-basis:140px}.fields figure:first-child{flex-basis:100%}.fields figure:first-child svg{margin:0;max-width:140px}}
@media print{:root{color-scheme:light;--back:#fff;--card:#fff;--text:#000;--quiet:#444;--edge:#ccc}body{font-size:13px}main{padding:0}.pictures,.tables,.moves{display:block}.pictures>*,.tables>*,.moves>*,#walk{break-inside:avoid;margin-bottom:12px}.pictures svg{max-height:220px}h2{break-after:avoid}}
";

/// Beginning of the address of a JPEG that lies inside the page.
pub const JPEG: &str = "data:image/jpeg;base64,";

/// Maximum number of letters in a table cell that is never wrapped, even on the narrowest page.
const SHORT: usize = 20;

/// Maximum number of columns in a table that takes half of a wide page.
const WIDE: usize = 6;

/// Last sentence of a page whose plots are also saved as files.
pub const FILES_NOTE: &str = "The plots are also saved beside this page as SVG and PNG files.";

/// Content of a page.
#[derive(Clone, Copy)]
pub struct Page<'a> {
    /// Plots below the cards.
    pub plots: &'a [Plot],
    /// Texts and tables.
    pub tables: &'a Tables,
    /// HTML below the title.
    pub lead: &'a str,
    /// HTML that steps through a game. Empty if there is none.
    pub walk: &'a str,
    /// HTML below the tables.
    pub more: &'a str,
    /// Command lines for the foot. The first one made the page.
    pub commands: &'a [&'a str],
    /// Sentence at the foot.
    pub below: &'a str,
}

/// Returns a page as HTML.
pub fn page(page: &Page) -> String {
    let Page {
        plots,
        tables,
        lead,
        walk,
        more,
        commands,
        below,
    } = *page;
    let commands: Vec<String> = commands.iter().map(|command| escaped(command)).collect();
    let title = escaped(&tables.title);
    let mut drawings = style::sheet();
    let mut allowed = "style-src 'unsafe-inline'".to_owned();
    if !walk.is_empty() {
        drawings += walk::STYLE;
        allowed += "; script-src 'unsafe-inline'";
    }
    if more.contains(JPEG) {
        allowed += "; img-src data:";
    }
    let about = match tables.about.as_str() {
        "" => String::new(),
        about => format!("<p>{}</p>\n", escaped(about)),
    };
    let cards: String = tables.cards.iter().map(card).collect();
    let pictures: String = plots.iter().map(figure).collect();
    let rest: String = tables.tables.iter().map(table).collect();
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "<!DOCTYPE html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">
<meta name=\"color-scheme\" content=\"light dark\">
<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; {allowed}\">
<title>{title}</title>
<style>
{STYLE}{drawings}
</style>
</head>
<body>
<main>
<h1>{title}</h1>
{lead}{about}<dl>
{cards}</dl>
{walk}<div class=\"pictures\">
{pictures}</div>
<div class=\"tables\">
{rest}</div>
{more}<footer>Made by Rightwell {version}. {below}
<pre><code>{}</code></pre></footer>
</main>
</body>
</html>
",
        commands.join("\n")
    )
}

fn card([name, value]: &[String; 2]) -> String {
    let (name, value) = (escaped(name), escaped(value));
    format!("<div><dt>{name}</dt><dd>{value}</dd></div>\n")
}

fn figure(plot: &Plot) -> String {
    let (picture, caption) = (svg::part(plot), escaped(&plot.caption));
    format!("<figure>\n{picture}<figcaption>{caption}</figcaption>\n</figure>\n")
}

fn table(table: &Table) -> String {
    let head = match table.head.as_slice() {
        [] => String::new(),
        head => {
            let cells: String = head
                .iter()
                .map(|cell| format!("<th scope=\"col\">{}</th>", escaped(cell)))
                .collect();
            format!("<thead><tr>{cells}</tr></thead>\n")
        }
    };
    let links = table.links.iter().map(String::as_str);
    let links = links.chain(std::iter::repeat(""));
    let rows: String = (table.rows.iter().zip(links))
        .map(|(cells, link)| row(cells, link))
        .collect();
    let title = table.title;
    let class = if table.head.len() > WIDE {
        " class=\"wide\""
    } else {
        ""
    };
    format!(
        "<section{class}>\n<h2>{title}</h2>\n<table>\n{head}<tbody>\n{rows}</tbody>\n</table>\n</section>\n"
    )
}

/// Returns HTML as a link to `target`, or unchanged if `target` is empty.
pub fn linked(html: &str, target: &str) -> String {
    match target {
        "" => html.to_owned(),
        target => format!("<a href=\"{}\">{html}</a>", escaped(target)),
    }
}

/// Returns a row of a table. `link` is the target of its first cell, or empty.
fn row(cells: &[String], link: &str) -> String {
    let mut out = String::from("<tr>");
    for (place, text) in cells.iter().enumerate() {
        let cell = escaped(text);
        out += &match place {
            0 => {
                let is_short = text.chars().count() <= SHORT / 2;
                let class = if is_short { " class=\"short\"" } else { "" };
                let cell = linked(&cell, link);
                format!("<th scope=\"row\"{class}>{cell}</th>")
            }
            _ if cell.chars().count() > SHORT => format!("<td class=\"long\">{cell}</td>"),
            _ => format!("<td>{cell}</td>"),
        };
    }
    out + "</tr>\n"
}
