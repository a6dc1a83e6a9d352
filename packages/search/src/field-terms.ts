/** The languages that the table of field terms covers, in the order of its columns. */
export const fieldLanguages = ["es", "fr", "de", "pt", "zh", "ja"] as const;

/**
 * The vocabulary of tools in other languages: English | Spanish | French | German | Portuguese | Chinese | Japanese.
 * Within a column commas part words that mean the same; verbs are infinitives, nouns singular.
 */
export const fieldTerms = `
search, find | buscar, búsqueda, encontrar, busca, hallar | chercher, recherche, rechercher, trouver | suchen, durchsuchen, suche, finden | procurar, buscar, busca, pesquisar, pesquisa, encontrar | 搜索, 查找, 查询, 搜尋, 寻找, 检索, 查 | 検索, 探す, 探索, 調べる
create, new | crear, creación, nuevo, nueva, hacer | créer, création, nouveau, nouvelle, faire | erstellen, anlegen, erzeugen, neu, neue, neuer, neues, neuen | criar, criação, novo, nova, fazer | 创建, 新建, 建立, 制作, 創建, 新 | 作成, 作る, 新規, 新しい
generate | generar, generador | générer, générateur | generieren, generator | gerar, gerador | 生成 | 生成
delete, remove | eliminar, borrar, quitar, suprimir | supprimer, effacer, enlever, suppression | löschen, entfernen | excluir, apagar, remover, eliminar | 删除, 移除, 刪除 | 削除, 消す
update, edit | actualizar, editar, modificar, cambiar | modifier, éditer, changer, actualiser | aktualisieren, bearbeiten, ändern | atualizar, editar, modificar, alterar, mudar | 更新, 编辑, 修改, 更改 | 更新, 編集, 変更
get, read | obtener, leer, ver, consultar | obtenir, lire, voir, consulter | abrufen, lesen, holen | obter, ler, ver, consultar | 获取, 读取, 取得, 查看, 阅读 | 取得, 読む, 読み込み, 表示
list | listar, lista, enumerar | lister, liste, énumérer | auflisten, liste | listar, lista | 列出, 列表, 清单 | 一覧, リスト
send | enviar, mandar, envío | envoyer, envoi | senden, schicken, versenden | enviar, mandar, envio | 发送, 寄, 發送 | 送信, 送る
write, save | escribir, guardar, grabar | écrire, enregistrer, sauvegarder | schreiben, speichern | escrever, salvar, guardar, gravar | 写入, 保存, 写, 存储 | 書く, 保存, 書き込み
open | abrir | ouvrir | öffnen | abrir | 打开 | 開く
close | cerrar | fermer | schließen | fechar | 关闭 | 閉じる
start, run | iniciar, ejecutar, empezar, arrancar, correr | lancer, démarrer, exécuter, commencer | starten, ausführen, beginnen | iniciar, executar, rodar, começar | 运行, 启动, 执行, 开始 | 実行, 開始, 起動
stop, cancel | parar, detener, cancelar, terminar, finalizar | arrêter, annuler, terminer | stoppen, anhalten, abbrechen, stornieren, beenden | parar, cancelar, encerrar, terminar | 停止, 取消, 结束, 终止 | 停止, キャンセル, 取り消し, 終了
copy, duplicate | copiar, duplicar, copia | copier, dupliquer, copie | kopieren, duplizieren, kopie | copiar, duplicar, cópia | 复制, 拷贝 | コピー, 複製
move | mover, trasladar | déplacer | verschieben | mover | 移动 | 移動
rename | renombrar | renommer | umbenennen | renomear | 重命名 | 名前変更
download | descargar, bajar, descarga | télécharger, téléchargement | herunterladen, download | baixar, descarregar | 下载 | ダウンロード
upload | subir, cargar | téléverser, importer | hochladen | carregar | 上传 | アップロード
convert, conversion | convertir, conversión, transformar, pasar | convertir, conversion, transformer | umwandeln, konvertieren, umrechnen, umrechnung | converter, conversão, transformar | 转换, 转成, 转为, 转, 換算, 换算, 变成 | 変換, 換算
compare | comparar, comparación | comparer, comparaison | vergleichen, vergleich | comparar, comparação | 比较, 对比 | 比較
difference, diff | diferencia | différence | unterschied, differenz | diferença | 差异, 区别, 不同 | 差分, 違い
merge, combine | combinar, unir, fusionar, juntar | fusionner, combiner, réunir | zusammenführen, verbinden, kombinieren | mesclar, combinar, unir, juntar | 合并, 组合 | 結合, 統合, マージ
split, divide | dividir, separar, partir | diviser, découper, séparer, fractionner | teilen, aufteilen, trennen | dividir, separar | 拆分, 分割, 分成, 切分 | 分割, 分ける
sort | ordenar | trier, ordonner | sortieren | ordenar | 排序 | 並べ替え, ソート
filter | filtrar, filtro | filtrer, filtre | filtern | filtrar, filtro | 筛选, 过滤 | フィルター, 絞り込み
approve, accept | aprobar, aceptar, aprobación | approuver, accepter, approbation | genehmigen, annehmen, akzeptieren, freigeben | aprovar, aceitar, aprovação | 批准, 审批, 接受 | 承認, 受け入れる
reject, decline | rechazar, declinar | rejeter, refuser, décliner | ablehnen, zurückweisen | rejeitar, recusar | 拒绝, 驳回 | 却下, 拒否, 辞退
invite, invitation | invitar, invitación | inviter, invitation | einladen, einladung | convidar, convite | 邀请 | 招待
assign | asignar | attribuer, assigner, affecter | zuweisen, zuordnen | atribuir, designar | 分配, 指派 | 割り当て
install | instalar, instalación | installer, installation | installieren, installation | instalar, instalação | 安装 | インストール
uninstall | desinstalar | désinstaller | deinstallieren | desinstalar | 卸载 | アンインストール
enable, activate | activar, habilitar | activer | aktivieren, einschalten | ativar, habilitar | 启用, 激活, 开启 | 有効化, 有効にする
disable, deactivate | desactivar, deshabilitar | désactiver | deaktivieren, ausschalten | desativar, desabilitar | 禁用, 停用 | 無効化, 無効にする
import | importar | importer | importieren | importar | 导入 | インポート, 取り込む
export | exportar | exporter | exportieren | exportar | 导出 | エクスポート, 書き出し
restore, recover | restaurar, recuperar | restaurer, récupérer | wiederherstellen | restaurar, recuperar | 恢复, 还原 | 復元, 復旧
backup | copia de seguridad, respaldo | sauvegarde | sicherung, datensicherung | cópia de segurança | 备份 | バックアップ
connect, connection | conectar, conexión | connecter, connexion | verbindung | conectar, conexão | 连接 | 接続
wait | esperar | attendre | warten | esperar, aguardar | 等待 | 待つ, 待機
deploy, deployment | desplegar, despliegue | déployer, déploiement | bereitstellen, bereitstellung | implantar, implantação | 部署 | デプロイ
build, compile | compilar, compilación | compiler, compilation | kompilieren, bauen | compilar, compilação | 构建, 编译 | ビルド, コンパイル
test | prueba, probar | test, tester | testen | teste, testar | 测试 | テスト
calculate | calcular, cálculo, calculadora | calculer, calcul, calculatrice | berechnen, rechnen, berechnung, rechner | calcular, cálculo, calculadora | 计算, 計算, 计算器 | 計算
analyze, analysis | analizar, análisis | analyser, analyse | analysieren, analyse | analisar, análise | 分析, 解析 | 分析, 解析
check, validate, verify | comprobar, verificar, validar, revisar | vérifier, valider, contrôler | prüfen, überprüfen, validieren, kontrollieren | verificar, validar, checar, conferir | 检查, 验证, 校验, 核对, 检测 | 確認, 検証, チェック
replace | reemplazar, sustituir, remplazo | remplacer, remplacement | ersetzen, ersatz | substituir | 替换, 替代 | 置換, 置き換え
add, insert | añadir, agregar, insertar | ajouter, insérer | hinzufügen, einfügen | adicionar, inserir | 添加, 插入, 增加, 加 | 追加, 挿入
extract | extraer | extraire, extraction | extrahieren, auslesen | extrair | 提取, 抽取 | 抽出
translate | traducir, traducción, traductor | traduire, traduction, traducteur | übersetzen, übersetzung | traduzir, tradução, tradutor | 翻译, 翻譯 | 翻訳
summarize, summary | resumir, resumen | résumer, résumé | zusammenfassen, zusammenfassung | resumir, resumo | 总结, 摘要, 概括 | 要約, まとめ
explain, describe | explicar, describir, descripción | expliquer, décrire, description | erklären, beschreiben, beschreibung | explicar, descrever, descrição | 解释, 描述, 说明 | 説明
recommend | recomendar, sugerir, recomendación | recommander, suggérer, recommandation | empfehlen, vorschlagen, empfehlung | recomendar, sugerir, recomendação | 推荐, 建议 | おすすめ, 推薦, 提案
monitor, track | seguir, monitorear, supervisar, rastrear, seguimiento | suivre, surveiller, suivi | überwachen, verfolgen | monitorar, acompanhar, rastrear | 监控, 跟踪, 追踪 | 監視, 追跡
show, display, view | mostrar | afficher, montrer | anzeigen, zeigen | mostrar, exibir | 显示, 展示 | 表示, 見せる
share | compartir | partager | teilen | compartilhar, partilhar | 分享, 共享 | 共有
publish, post | publicar, publicación | publier, publication | veröffentlichen, beitrag | publicar, postagem | 发布, 发表, 帖子 | 公開, 投稿
schedule | programar, agendar | planifier, programmer | planen, terminieren | agendar, programar | 安排, 日程, 计划 | 予定, スケジュール
book, reserve | reservar, reserva | réserver, réservation | buchen, reservieren, buchung, reservierung | reservar, reserva | 预订, 预定, 预约 | 予約
buy, purchase | comprar, compra | acheter, achat | kaufen, kauf | comprar, compra | 购买, 买, 購買 | 購入, 買う
sell, sale | vender, venta | vendre, vente | verkaufen, verkauf | vender, venda | 出售, 卖, 销售 | 販売, 売る
pay, payment | pagar, pago | payer, paiement | bezahlen, zahlung, zahlen | pagar, pagamento | 支付, 付款 | 支払い, 決済
login, authenticate | iniciar sesión, acceder | se connecter, connexion | anmelden, einloggen | entrar, autenticar | 登录, 登陆 | ログイン
protect | proteger, protección | protéger, protection | schützen, schutz | proteger, proteção | 保护, 加密 | 保護
encrypt | cifrar, encriptar | chiffrer | verschlüsseln | criptografar | 加密 | 暗号化
roll, random | aleatorio, azar, lanzar, dado | aléatoire, hasard, lancer, dé | zufällig, zufall, würfeln, würfel | aleatório, sorteio, dado | 随机, 随机数, 掷骰子 | ランダム, 乱数, サイコロ
shuffle | barajar, mezclar | mélanger | mischen | embaralhar, misturar | 打乱, 洗牌 | シャッフル
press, click | pulsar, presionar, clic, hacer clic | cliquer, appuyer, clic | klicken, drücken | clicar, pressionar, clique | 点击, 按 | クリック, 押す
forget | olvidar | oublier | vergessen | esquecer | 忘记, 遗忘 | 忘れる
remember, memory | recordar, memoria | souvenir, mémoire | merken, erinnern, gedächtnis, speicher | lembrar, memória | 记住, 记忆, 内存 | 記憶, メモリ
file | archivo, fichero | fichier | datei | arquivo, ficheiro | 文件, 檔案 | ファイル
folder, directory | carpeta, directorio | dossier, répertoire | ordner, verzeichnis | pasta, diretório | 文件夹, 目录, 資料夾 | フォルダ, フォルダー, ディレクトリ
document | documento | document | dokument | documento | 文档, 文書, 文件 | 文書, ドキュメント, 書類
text | texto | texte | text | texto | 文本, 文字 | テキスト, 文字, 文章
page | página | page | seite | página | 页面, 页, 頁 | ページ
web page, website | página web, sitio web, web | page web, site web, site | webseite, website, internetseite | página web, site | 网页, 网站, 網頁 | ウェブページ, ウェブサイト, サイト
web, internet | internet | internet, toile | netz, internet | internet | 网络, 互联网, 网上 | インターネット, ウェブ
link, url | enlace, vínculo | lien | verknüpfung | ligação, vínculo | 链接, 网址 | リンク
browser | navegador | navigateur | browser | navegador | 浏览器 | ブラウザ
form | formulario | formulaire | formular | formulário | 表单 | フォーム
field | campo | champ | feld | campo | 字段 | フィールド
tab | pestaña | onglet | registerkarte | aba, guia | 标签页, 选项卡 | タブ
window | ventana | fenêtre | fenster | janela | 窗口 | ウィンドウ
keyboard, key | teclado, tecla | clavier, touche | tastatur, taste | teclado, tecla | 键盘, 按键 | キーボード, キー
button | botón | bouton | knopf, schaltfläche, taste | botão | 按钮, 按鈕 | ボタン
screenshot | captura de pantalla, pantallazo | capture d'écran | bildschirmfoto, screenshot | captura de tela | 截图, 截屏 | スクリーンショット
image, picture | imagen, foto, fotografía | image, photo | bild, foto | imagem, foto, fotografia | 图片, 图像, 照片, 圖片 | 画像, 写真
video | vídeo, video | vidéo | video | vídeo | 视频, 影片 | 動画, ビデオ, 映像
subtitle, transcript, caption | subtítulo, transcripción | sous-titre, transcription | untertitel, transkript, abschrift | legenda, transcrição | 字幕, 转录, 文字稿 | 字幕, 文字起こし
audio, sound | audio, sonido | audio, son | ton, klang, audio | áudio, som | 音频, 声音 | 音声, 音
music, song | música, canción | musique, chanson | musik, lied | música, canção | 音乐, 歌曲, 歌 | 音楽, 曲, 歌
beat, rhythm | ritmo, compás, pulso | rythme, battement, tempo | rhythmus, takt, schlag | ritmo, batida | 节拍, 节奏 | ビート, リズム, 拍
movie, film | película, cine | film, cinéma | film, kino | filme, cinema | 电影 | 映画
book | libro | livre | buch | livro | 书, 书籍, 图书 | 本, 書籍
article, paper | artículo | article, papier | artikel, aufsatz | artigo | 文章, 论文 | 記事, 論文
research, study | investigación, estudio | recherche, étude | forschung, studie | pesquisa, estudo | 研究, 调研 | 研究, 調査
news | noticia | actualité, nouvelle, info | nachricht, neuigkeit | notícia | 新闻, 资讯 | ニュース
trend, hot, popular | tendencia, popular | tendance, populaire | trend, beliebt | tendência, popular | 热门, 趋势, 热榜, 热搜, 流行 | トレンド, 人気, 話題
note | nota, apunte | note | notiz | nota, anotação | 笔记, 便签 | メモ, ノート
spreadsheet, excel, sheet | hoja de cálculo, hoja | feuille de calcul, tableur, feuille | tabelle, tabellenblatt, kalkulationstabelle | planilha, folha de cálculo | 电子表格, 工作表, 表格 | スプレッドシート, シート, 表計算
table | tabla | tableau | tabelle | tabela | 表格, 表 | 表, テーブル
row | fila | ligne | zeile | linha | 行 | 行
column | columna | colonne | spalte | coluna | 列 | 列
cell | celda | cellule | zelle | célula | 单元格 | セル
presentation, slide | presentación, diapositiva | présentation, diapositive, diapo | präsentation, folie | apresentação, slide | 演示文稿, 幻灯片 | プレゼンテーション, スライド
chart, graph | gráfico, gráfica | graphique, diagramme | diagramm, grafik | gráfico | 图表, 图 | グラフ, チャート, 図
dashboard | panel, tablero | tableau de bord | dashboard, übersicht | painel | 仪表板, 仪表盘 | ダッシュボード
report | informe, reporte | rapport | bericht | relatório | 报告, 报表 | レポート, 報告
count, number | contar, cantidad, número | compter, nombre | zählen, anzahl | contar, quantidade, número | 计数, 数量 | 数える, 件数
average | promedio, media | moyenne | durchschnitt, mittelwert | média | 平均 | 平均
pie | circular, tarta, pastel | camembert, secteur, circulaire | kreis, torte | pizza, circular | 饼 | 円
line | línea | ligne | linie | linha | 折线, 线 | 折れ線, 線
bar | barra | barre | balken, säule | barra | 柱状, 条形 | 棒
diagram | diagrama | diagramme, schéma | diagramm | diagrama | 示意图, 流程图 | 図, ダイアグラム
mind map | mapa mental | carte mentale, carte heuristique | mindmap, gedankenkarte | mapa mental | 思维导图, 脑图 | マインドマップ
outline | esquema | plan | gliederung | esboço | 大纲, 提纲 | アウトライン
flow | flujo | flux | fluss | fluxo | 流量, 流程, 流 | フロー, 流れ
template | plantilla | modèle, gabarit | vorlage | modelo | 模板 | テンプレート
title, heading | título, encabezado | titre | titel, überschrift | título, cabeçalho | 标题 | タイトル, 見出し
footnote | nota al pie, nota a pie | note de bas de page | fußnote | nota de rodapé | 脚注 | 脚注
transition, animation | transición, animación | transition, animation | übergang, animation | transição, animação | 过渡, 动画, 切换 | 切り替え, アニメーション, トランジション
word | palabra | mot | wort | palavra | 单词, 词 | 単語, 言葉
size | tamaño | taille | größe | tamanho | 大小, 尺寸, 体积 | サイズ, 大きさ
name | nombre | nom | name | nome | 名称, 名字 | 名前
date | fecha | date | datum | data | 日期 | 日付, 日
birth | nacimiento | naissance | geburt | nascimento | 出生, 生辰 | 生年, 誕生
time, hour | hora, tiempo | heure, temps | zeit, uhrzeit, stunde | hora, tempo | 时间, 時間 | 時間, 時刻
timezone | huso horario, zona horaria | fuseau horaire | zeitzone | fuso horário | 时区 | タイムゾーン, 時間帯
calendar, event | calendario, evento | calendrier, agenda, événement | kalender, termin, ereignis, veranstaltung | calendário, agenda, evento | 日历, 日程, 活动, 事件 | カレンダー, 予定, イベント
meeting | reunión, encuentro | réunion, rendez-vous, rencontre | besprechung, treffen, sitzung | reunião, encontro | 会议, 见面 | 会議, 打ち合わせ, 待ち合わせ
reminder | recordatorio | rappel | erinnerung | lembrete | 提醒 | リマインダー
email, mail | correo, correo electrónico | courriel, courrier | mail, nachricht | correio, e-mail | 邮件, 电子邮件, 邮箱 | メール
message | mensaje | message | nachricht | mensagem | 消息, 信息, 短信 | メッセージ
inbox | bandeja de entrada | boîte de réception | posteingang | caixa de entrada | 收件箱 | 受信トレイ, 受信箱
draft | borrador | brouillon | entwurf | rascunho | 草稿 | 下書き
attachment | adjunto, archivo adjunto | pièce jointe | anhang | anexo | 附件 | 添付, 添付ファイル
reply | responder, respuesta | répondre, réponse | antworten, antwort | responder, resposta | 回复, 答复 | 返信
comment | comentario, comentar | commentaire, commenter | kommentar, kommentieren | comentário, comentar | 评论 | コメント
notification, alert | notificación, alerta, aviso | notification, alerte | benachrichtigung, warnung | notificação, alerta | 通知, 警报 | 通知, アラート
subscription | suscripción | abonnement | abonnement | assinatura | 订阅 | 購読, サブスクリプション
channel | canal | canal | kanal | canal | 频道 | チャンネル
group | grupo | groupe | gruppe | grupo | 群组, 小组 | グループ
member | miembro | membre | mitglied | membro | 成员 | メンバー
phone, call | teléfono, llamada, llamar | téléphone, appel, appeler | telefon, anruf, anrufen | telefone, chamada, ligação | 电话, 通话 | 電話, 通話
contact | contacto | contact | kontakt | contato, contacto | 联系人 | 連絡先
user | usuario | utilisateur | benutzer, nutzer | usuário, utilizador | 用户 | ユーザー
account | cuenta | compte | konto | conta | 账户, 账号, 帐户 | アカウント, 口座
password | contraseña | mot de passe | passwort, kennwort | senha | 密码 | パスワード
token | ficha, token | jeton | token | token | 令牌, 密钥 | トークン
secure, security | seguro, seguridad | sécurisé, sécurité, sûr | sicher, sicherheit | seguro, segurança | 安全 | 安全, セキュリティ
vulnerability | vulnerabilidad | vulnérabilité, faille | schwachstelle, sicherheitslücke | vulnerabilidade | 漏洞 | 脆弱性
project | proyecto | projet | projekt | projeto | 项目 | プロジェクト
task | tarea | tâche | aufgabe | tarefa | 任务 | タスク, 課題
status | estado | état, statut | status, zustand | status, estado | 状态 | 状態, ステータス
priority | prioridad | priorité | priorität | prioridade | 优先级 | 優先度
deadline, due date | fecha límite, vencimiento | échéance, date limite | frist, fälligkeit | prazo, vencimento | 截止日期, 期限 | 期限, 締め切り
milestone | hito | jalon | meilenstein | marco | 里程碑 | マイルストーン
workspace | espacio de trabajo | espace de travail | arbeitsbereich | espaço de trabalho | 工作区, 工作空间 | ワークスペース
board | tablero, pizarra | tableau | tafel | quadro | 看板, 白板 | ボード
organization | organización | organisation | organisation | organização | 组织, 机构 | 組織
team | equipo | équipe | team, mannschaft | equipe, time | 团队, 队 | チーム
company | empresa, compañía | entreprise, société | firma, unternehmen | empresa, companhia | 公司, 企业 | 会社, 企業
customer | cliente | client | kunde | cliente | 客户, 顾客 | 顧客, 客
product | producto | produit | produkt, artikel | produto | 产品, 商品 | 製品, 商品
order | pedido | commande | bestellung, auftrag | pedido, encomenda | 订单 | 注文
invoice | factura | facture | rechnung | fatura | 发票, 账单 | 請求書
price | precio | prix | preis | preço | 价格, 多少钱 | 価格, 値段
discount | descuento, oferta | remise, réduction | rabatt | desconto, promoção | 折扣, 优惠 | 割引
store, shop | tienda | magasin, boutique | laden, geschäft | loja | 商店, 店 | 店, ショップ
money | dinero | argent | geld | dinheiro | 钱, 资金 | お金
currency, exchange rate | moneda, divisa, tipo de cambio | devise, monnaie, taux de change | währung, wechselkurs | moeda, câmbio | 货币, 汇率, 外汇 | 通貨, 為替
dollar, usd | dólar | dollar | dollar | dólar | 美元 | ドル
euro, eur | euro | euro | euro | euro | 欧元 | ユーロ
stock, share | acción, bolsa | action, bourse | aktie, börse | ação, bolsa | 股票, 股市, 股 | 株, 株価, 株式
shareholder, holder | accionista | actionnaire | aktionär, anteilseigner | acionista | 股东, 持有者 | 株主
institutional | institucional | institutionnel | institutionell | institucional | 机构 | 機関
income statement | cuenta de resultados, estado de resultados | compte de résultat | gewinn- und verlustrechnung | demonstração de resultados | 利润表, 损益表 | 損益計算書
income | ingreso | revenu | einkommen, ertrag | renda, receita | 收入 | 収入, 所得
option | opción | option | option | opção | 期权, 选项 | オプション
market | mercado | marché | markt | mercado | 市场 | 市場
sentiment, fear | sentimiento, miedo | sentiment, peur | stimmung, angst | sentimento, medo | 情绪, 恐惧, 恐慌 | 感情, 恐怖
index | índice | indice | index | índice | 指数, 索引 | 指数, インデックス
gold | oro | or | gold | ouro | 黄金, 金价 | 金
cryptocurrency, crypto | criptomoneda | cryptomonnaie | kryptowährung | criptomoeda | 加密货币, 数字货币, 比特币 | 暗号通貨, 仮想通貨
bank | banco | banque | bank | banco | 银行 | 銀行
tax | impuesto | impôt, taxe | steuer | imposto | 税, 税收 | 税, 税金
job | empleo, trabajo | emploi, travail | stelle, arbeit, beruf | emprego, trabalho, vaga | 工作, 职位, 招聘 | 仕事, 求人
weather, forecast | tiempo, clima, pronóstico | météo, temps, prévision | wetter, vorhersage, wettervorhersage | clima, tempo, previsão | 天气, 天气预报, 预报 | 天気, 天気予報, 予報
temperature | temperatura | température | temperatur | temperatura | 温度, 气温 | 温度, 気温
air quality | calidad del aire | qualité de l'air | luftqualität | qualidade do ar | 空气质量 | 空気質
city | ciudad | ville | stadt | cidade | 城市 | 都市, 市
country | país | pays | land | país | 国家 | 国
address | dirección | adresse | adresse, anschrift | endereço | 地址 | 住所
coordinates, geocode | coordenada | coordonnée | koordinate | coordenada | 坐标, 经纬度 | 座標, 緯度経度
map | mapa | carte, plan | karte | mapa | 地图 | 地図
route, directions | ruta, camino, itinerario | itinéraire, trajet, route | route, weg, strecke | rota, caminho, trajeto | 路线, 路径, 导航 | 経路, ルート, 道順
distance | distancia | distance | entfernung, distanz | distância | 距离 | 距離
nearby, near | cerca, cercano | près, proche, proximité | nähe, nah | perto, próximo | 附近, 周边 | 近く, 周辺
place | lugar, sitio | lieu, endroit | ort, platz | lugar, local | 地点, 地方 | 場所
neighborhood | barrio, vecindario | quartier, voisinage | nachbarschaft, viertel | bairro, vizinhança | 社区, 街区, 小区 | 近所, 地域
house, home | casa, vivienda, hogar | maison, logement | haus, wohnung, zuhause | casa, moradia | 房子, 家, 住房 | 家, 住宅
apartment | apartamento, piso, departamento | appartement | wohnung, apartment | apartamento | 公寓 | アパート, マンション
rental, rent | alquiler, alquilar | location, louer | miete, mieten, vermietung | aluguel, alugar | 租房, 出租, 租 | 賃貸, 借りる
vacation, holiday | vacación, festivo | vacances, congé, férié | urlaub, ferien, feiertag | férias, feriado | 度假, 假期, 假日 | 休暇, 休日
school | escuela, colegio | école | schule | escola | 学校 | 学校
hospital, doctor | hospital, médico | hôpital, médecin | krankenhaus, arzt | hospital, médico | 医院, 医生 | 病院, 医者
restaurant | restaurante | restaurant | restaurant | restaurante | 餐厅, 饭店 | レストラン
hotel | hotel | hôtel | hotel, unterkunft | hotel | 酒店, 宾馆 | ホテル
flight, airplane | vuelo, avión | vol, avion | flug, flugzeug | voo, avião | 航班, 机票, 飞机 | フライト, 飛行機
train, railway | tren, ferrocarril | train, chemin de fer | zug, bahn | trem, comboio | 火车, 高铁, 列车 | 電車, 列車, 新幹線
ticket | billete, boleto, entrada | billet, ticket | fahrkarte, ticket, karte | bilhete, ingresso, passagem | 车票, 票, 余票 | 切符, チケット
transfer | transbordo, transferencia | correspondance, transfert | umsteigen, umstieg, überweisung | baldeação, transferência | 换乘, 中转, 转账 | 乗り換え, 振込
station | estación | gare, station | bahnhof, station | estação | 车站, 站 | 駅
car, vehicle | coche, carro, automóvil, vehículo | voiture, véhicule | auto, fahrzeug, wagen | carro, veículo | 汽车, 车辆, 车 | 車, 自動車
electric, charge | eléctrico, cargar, recarga | électrique, recharge, charger | elektrisch, elektro, laden, aufladen | elétrico, carregar, recarga | 电动, 充电 | 電気, 充電
travel, trip | viaje, viajar | voyage, voyager | reise, reisen | viagem, viajar | 旅行, 旅游, 出行 | 旅行
museum | museo | musée | museum | museu | 博物馆 | 博物館, 美術館
artwork, art | obra de arte, arte, obra | œuvre d'art, art, œuvre | kunstwerk, kunst | obra de arte, arte | 艺术品, 艺术, 作品 | 芸術, 美術品, 作品
food, meal | comida, alimento | nourriture, repas, aliment | essen, nahrung, mahlzeit | comida, refeição, alimento | 食物, 美食, 菜, 餐 | 食べ物, 食事, 料理
recipe | receta | recette | rezept | receita | 菜谱, 食谱, 做法 | レシピ
health | salud | santé | gesundheit | saúde | 健康 | 健康
disease | enfermedad | maladie | krankheit | doença | 疾病, 病 | 病気, 疾患
medicine, drug | medicina, medicamento | médicament, médecine | medikament, medizin, arznei | medicamento, remédio | 药, 药物 | 薬, 医薬品
clinical trial, trial | ensayo clínico, ensayo | essai clinique, essai | klinische studie, studie | ensaio clínico, ensaio | 临床试验, 试验 | 臨床試験, 治験
recruiting | reclutar, reclutamiento | recruter, recrutement | rekrutieren, teilnehmer | recrutar, recrutamento | 招募 | 募集
gene, dna, variant | gen, adn, variante | gène, adn, variant | gen, dna, variante | gene, dna, variante | 基因, 变异 | 遺伝子, 変異
effect, predict | efecto, predecir, predicción | effet, prédire, prédiction | wirkung, vorhersagen | efeito, prever, previsão | 效果, 影响, 预测 | 効果, 影響, 予測
sport | deporte | sport | sport | esporte, desporto | 体育, 运动 | スポーツ, 運動
football, soccer | fútbol | football, foot | fußball | futebol | 足球 | サッカー
game | juego, partida | jeu | spiel | jogo | 游戏, 比赛 | ゲーム, 試合
champion | campeón | champion | champion | campeão | 英雄, 冠军 | チャンピオン
statistics, stats | estadística | statistique | statistik | estatística | 统计, 数据 | 統計
data, dataset | dato, conjunto de datos | donnée, jeu de données | daten, datensatz | dado, conjunto de dados | 数据, 数据集 | データ, データセット
government | gobierno | gouvernement | regierung | governo | 政府 | 政府
database | base de datos | base de données | datenbank | banco de dados | 数据库 | データベース
process | proceso | processus | prozess | processo | 进程 | プロセス
container | contenedor | conteneur | container | contêiner | 容器 | コンテナ
cluster | clúster | grappe | cluster | cluster | 集群 | クラスター
service | servicio | service | dienst | serviço | 服务 | サービス
device | dispositivo | appareil | gerät | dispositivo | 设备 | デバイス, 端末
environment | entorno | environnement | umgebung | ambiente | 环境 | 環境
variable | variable | variable | variable | variável | 变量 | 変数
configuration, settings | configuración, ajuste | configuration, paramètre, réglage | einstellung, konfiguration | configuração | 配置, 设置 | 設定
permission, access | permiso, acceso | autorisation, permission, accès | berechtigung, zugriff | permissão, acesso | 权限 | 権限, アクセス
schema | esquema | schéma | schema | esquema | 模式, 架构 | スキーマ
pull request, merge request | solicitud de extracción, solicitud de fusión | demande de tirage, demande de fusion | zusammenführungsanfrage | solicitação de pull, solicitação de mesclagem | 拉取请求, 合并请求 | プルリクエスト, マージリクエスト
request | solicitud, petición | demande, requête | anfrage | solicitação, pedido | 请求 | リクエスト
query | consulta | requête | abfrage | consulta | 查询 | クエリ
server | servidor | serveur | server | servidor | 服务器 | サーバー
code, source code | código, código fuente | code, code source | code, quellcode | código, código fonte | 代码, 源代码, 程序 | コード, プログラム, ソースコード
repository | repositorio | dépôt, référentiel | repository, projektarchiv | repositório | 仓库, 代码库 | リポジトリ
branch | rama | branche | zweig, branch | ramo, ramificação | 分支 | ブランチ
commit | confirmación | validation | commit | confirmação | 提交 | コミット
history | historial, historia | historique, histoire | verlauf, geschichte, historie | histórico, história | 历史, 记录 | 履歴, 歴史
stage | preparar | indexer | vormerken | preparar | 暂存 | ステージ
package | paquete | paquet | paket | pacote | 软件包, 包 | パッケージ
version, release | versión | version | version, ausgabe | versão | 版本 | バージョン
latest, last | último, última, reciente | dernier, dernière, récent | neueste, letzte, aktuell | último, última, recente | 最新, 最近 | 最新
deprecated | obsoleto | obsolète, déprécié | veraltet | obsoleto | 弃用, 过时, 废弃 | 非推奨
error, bug | error, fallo | erreur, bogue | fehler | erro, falha | 错误, 故障 | エラー, バグ
issue, problem | problema, incidencia | problème, ticket | problem, vorgang | problema | 问题, 议题 | 問題, 課題
log | registro | journal | protokoll | registro, log | 日志 | ログ
network | red | réseau | netzwerk | rede | 网络 | ネットワーク
domain | dominio | domaine | domain, domäne | domínio | 域名 | ドメイン
owner, ownership | propietario, dueño, propiedad | propriétaire, propriété | besitzer, eigentümer, inhaber | proprietário, dono | 所有者, 拥有者, 所有权 | 所有者
information, details | información, detalle, datos | information, détail, renseignement | information, auskunft, einzelheit, detail | informação, detalhe | 信息, 详情, 详细, 资料 | 情報, 詳細
language | idioma, lengua | langue | sprache | idioma, língua | 语言 | 言語
question | pregunta | question | frage | pergunta | 问题 | 質問
reasoning, think, step | razonamiento, pensar, razonar, paso | raisonnement, réfléchir, penser, étape | denken, überlegen, schritt | raciocínio, pensar, passo | 推理, 思考, 步骤 | 推論, 考える, 手順
fact | hecho, dato | fait | tatsache, fakt | fato, facto | 事实, 要点 | 事実
topic | tema | sujet, thème | thema | tema, assunto | 主题, 话题 | 話題, トピック
story | historia, relato | histoire, récit | geschichte | história | 故事 | 物語, ストーリー
icon | icono | icône | symbol, icon | ícone | 图标 | アイコン
color | color | couleur | farbe | cor | 颜色 | 色
tag, label | etiqueta | étiquette, balise, libellé | schlagwort, etikett | etiqueta, rótulo | 标签 | タグ, ラベル
character | carácter, personaje | caractère, personnage | zeichen, figur | caractere, personagem | 字符, 角色 | 文字, キャラクター
fortune | adivinación, destino, fortuna, suerte | voyance, destin, avenir, fortune | wahrsagen, schicksal | adivinhação, destino, sorte | 算命, 占卜, 运势, 八字 | 占い, 運勢
smart home, light | luz, domótica | lumière, lampe, domotique | licht, lampe | luz, lâmpada | 灯, 智能家居 | 照明, ライト
position | posición | position | position, stellung | posição | 位置, 局面 | 位置
entity | entidad | entité | entität | entidade | 实体 | エンティティ
local | local | local | lokal | local | 本地 | ローカル
image recognition, ocr | reconocer, reconocimiento | reconnaissance, reconnaître | erkennen, erkennung | reconhecer, reconhecimento | 识别 | 認識
list item, everything, all | todo, todos | tout, tous | alle, alles | tudo, todos | 所有, 全部 | 全て, すべて
`;
