/**
 * Common passwords, first names and words with the usual endings, and keyboard runs, in lower case and sorted. None is
 * shorter than eight characters: the length check refuses those.
 */
const LIST = `
!qaz2wsx !qaz@wsx 00000000 000000000 0000000000 00000000000 000000000000 00000001 01234567 012345678 0123456789 09876543 098765432 0987654321 10101010
10203040 1020304050 11111111 111111111 1111111111 11111111111 111111111111 11112222 11221122 11223344 1122334455 112233445566 11235813 1123581321 12121212
121212121 123123123 123123qwe 123321123 12341234 12344321 1234512345 123454321 1234554321 123456123456 12345678 123456780 123456789 1234567890 12345678910
123456789a 123456789q 12345678a 12345678q 12345679 1234567a 1234567q 123456abc 123456qwe 123456qwerty 123457890 12345qwe 12345qwert 1234abcd 1234asdf 1234qwer
12369874 123698745 123abc123 123qwe123 123qweasd 123qweasdzxc 13131313 13579246 135792468 1357924680 14142135 147258369 147852369 15935700 159357159 159357258
159753159 159951159 16180339 19191919 19501950 19511951 19521952 19531953 19541954 19551955 19561956 19571957 19581958 19591959 19601960 19611961 19621962
19631963 19641964 19651965 19661966 19671967 19681968 19691969 19701970 19711971 19721972 19731973 19741974 19751975 19761976 19771977 19781978 19791979
19801980 19811981 19821982 19831983 19841984 19851985 19861986 19871987 19881988 19891989 19901990 19911991 19921992 19931993 19941994 19951995 19961996
19971997 19981998 19991999 1q2w3e4r 1q2w3e4r! 1q2w3e4r5 1q2w3e4r5t 1q2w3e4r5t6y 1qaz!qaz 1qaz2wsx 1qaz2wsx3edc 1qaz@wsx 1qazxsw2 20002000 20012001 20022002
20032003 20042004 20052005 20062006 20072007 20082008 20092009 20102010 20112011 20122012 20132013 20142014 20152015 20162016 20172017 20182018 20192019
20202020 20212021 20222022 20232023 20242024 20252025 21212121 22222222 222222222 2222222222 22222222222 222222222222 22446688 2468013579 24681012 24682468
25252525 27182818 2pacshakur 2wsx3edc 31415926 314159265 3141592653 33333333 333333333 3333333333 33333333333 333333333333 3edc4rfv 420blazeit 44444444
444444444 4444444444 44444444444 444444444444 44556677 55555555 555555555 5555555555 55555555555 555555555555 55667788 66666666 666666666 6666666666
66666666666 666666666666 69696969 741852963 77777777 777777777 7777777777 77777777777 777777777777 7777777a 789456123 7894561230 789456123a 789789789 87654321
88776655 88888888 888888888 8888888888 88888888888 888888888888 951753852 963852741 98765432 987654321 9876543210 9876543211 99887766 99999999 999999999
9999999999 99999999999 999999999999 a1234567 a12345678 a123456789 a1a2a3a4 a1b2c3d4 a1b2c3d4e5 a1s2d3f4 aa123456 aa12345678 aaa12345 aaaa1111 aaaaaaaa
aaaaaaaaaa aabbccdd abc12345 abc123456 abc123abc abcabcabc abcd1234 abcd12345 abcd123456 abcde12345 abcdef123 abcdefg1 abcdefgh abcdefghi abcdefghij
abcdefghijkl abdullah abdullah! abdullah01 abdullah1 abdullah12 abdullah123 abdullah1234 access123 access1234 access14 account! account01 account1 account1!
account12 account123 account123! account1234 account2 account69 account7 account@123 accountaccount acdc1234 acmilan1 admin!123 admin123 admin123! admin1234
admin12345 admin123456 admin2000 admin2001 admin2002 admin2003 admin2004 admin2005 admin2006 admin2007 admin2008 admin2009 admin2010 admin2011 admin2012
admin2013 admin2014 admin2015 admin2016 admin2017 admin2018 admin2018! admin2019 admin2019! admin2020 admin2020! admin2021 admin2021! admin2022 admin2022!
admin2023 admin2023! admin2024 admin2024! admin2025 admin2025! admin2026 admin2026! admin2027 admin2027! admin2028 admin2029 admin2030 admin@123 adminadmin
administrador administrator administrator1 adminpassword agent007 airforce airforce1 alejandro alejandro! alejandro01 alejandro1 alejandro12 alejandro123
alejandro1234 aleksandr aleksandr! aleksandr01 aleksandr1 aleksandr12 aleksandr123 aleksandr1234 alexander alexander! alexander01 alexander1 alexander12
alexander123 alexander1234 alexandra alexandra! alexandra01 alexandra1 alexandra12 alexandra123 alexandra1234 alligator always123 alwaysandforever amanda01
amanda12 amanda123 amanda1234 amber123 amber1234 america! america01 america1 america1! america12 america123 america123! america1234 america2 america69
america7 america@123 americaamerica anastasia anastasia! anastasia01 anastasia1 anastasia12 anastasia123 anastasia1234 andrea01 andrea12 andrea123 andrea1234
andrew01 andrew12 andrew123 andrew1234 andrey01 andrey12 andrey123 andrey1234 angel123 angel123! angel1234 angel@123 angela01 angela12 angela123 angela1234
angelangel angelbaby angelica angelina angelito angels123 anthony! anthony01 anthony1 anthony12 anthony123 anthony1234 antonio! antonio01 antonio1 antonio12
antonio123 antonio1234 anything apple123 apple123! apple1234 apple@123 appleapple apples123 april123 april123! april1234 april@123 aprilapril aragorn1
army1234 arsenal1 arsenal12 arsenal123 arthur01 arthur12 arthur123 arthur1234 asd12345 asdasd123 asdasdasd asdf1234 asdf12345 asdfasdf asdfghjk asdfghjkl
asdfghjkl1 asdfjkl; asdfqwer asdfzxcv ashley01 ashley12 ashley123 ashley1234 asshole1 asshole123 astonvilla audi1234 august01 august1! august12 august123
august123! august1234 august69 august@123 augustaugust austin01 austin12 austin123 austin1234 australia australia! australia01 australia1 australia1!
australia12 australia123 australia123! australia1234 australia2 australia69 australia7 australia@123 australiaaustralia autumn01 autumn1! autumn12 autumn123
autumn123! autumn1234 autumn2000 autumn2001 autumn2002 autumn2003 autumn2004 autumn2005 autumn2006 autumn2007 autumn2008 autumn2009 autumn2010 autumn2011
autumn2012 autumn2013 autumn2014 autumn2015 autumn2016 autumn2017 autumn2018 autumn2018! autumn2019 autumn2019! autumn2020 autumn2020! autumn2021 autumn2021!
autumn2022 autumn2022! autumn2023 autumn2023! autumn2024 autumn2024! autumn2025 autumn2025! autumn2026 autumn2026! autumn2027 autumn2027! autumn2028
autumn2029 autumn2030 autumn69 autumn@123 autumnautumn avengers avengers1 azerty123 azertyui azertyuiop baby123! baby1234 baby@123 babybaby babyblue babyboy1
babyboy123 babycakes babyface babygirl babygirl1 babygirl12 babygirl123 babyphat bailey123 banana01 banana1! banana12 banana123 banana123! banana1234 banana69
banana@123 bananabanana bananas1 banking! banking01 banking1 banking1! banking12 banking123 banking123! banking1234 banking2 banking69 banking7 banking@123
bankingbanking barbara! barbara01 barbara1 barbara12 barbara123 barbara1234 barcelona barcelona1 barcelona123 bartsimpson baseball baseball! baseball01
baseball1 baseball1! baseball12 baseball123 baseball123! baseball1234 baseball2 baseball69 baseball7 baseball@123 baseballbaseball basketball basketball1
basketball123 bassfish batman01 batman1! batman12 batman123 batman123! batman1234 batman69 batman@123 batmanbatman bbbbbbbb bbbbbbbbbb bear123! bear1234
bear@123 bearbear beatles1 beckham1 beckham23 beckham7 benjamin benjamin! benjamin01 benjamin1 benjamin12 benjamin123 benjamin1234 berlin01 berlin1! berlin12
berlin123 berlin123! berlin1234 berlin69 berlin@123 berlinberlin bestfriend bestfriends beyonce1 bigboobs bigdaddy bigdaddy1 bigdick1 biteme123 blackberry
blackberry1 blacksabbath blahblah blahblah1 blessed! blessed01 blessed1 blessed1! blessed12 blessed123 blessed123! blessed1234 blessed2 blessed69 blessed7
blessed@123 blessedblessed blink182 blink1822 blueberry bmw12345 bmw325i1 bmwm3bmw bobmarley bobmarley1 bond007007 bonjovi1 boobs123 boston01 boston1!
boston12 boston123 boston123! boston1234 boston69 boston@123 bostonboston brandon! brandon01 brandon1 brandon12 brandon123 brandon1234 brazil01 brazil1!
brazil12 brazil123 brazil123! brazil1234 brazil69 brazil@123 brazilbrazil britney1 britneyspears brittany brittany! brittany01 brittany1 brittany12
brittany123 brittany1234 brother! brother01 brother1 brother1! brother12 brother123 brother123! brother1234 brother2 brother69 brother7 brother@123
brotherbrother brothers brownie1 bubblegum bubbles1 bubbles123 buddy123 buddy1234 budweiser budweiser! budweiser01 budweiser1 budweiser1! budweiser12
budweiser123 budweiser123! budweiser1234 budweiser2 budweiser69 budweiser7 budweiser@123 budweiserbudweiser bugatti1 bulldog1 bulldogs bulldogs1 bulls123
bullshit bullshit1 business business! business01 business1 business1! business12 business123 business123! business1234 business2 business69 business7
business@123 businessbusiness buster123 buttercup buttercup1 butterflies butterfly butterfly1 butterfly123 california california! california01 california1
california1! california12 california123 california123! california1234 california2 california69 california7 california@123 californiacalifornia camaro123
camaro69 cameron! cameron01 cameron1 cameron12 cameron123 cameron1234 canada01 canada1! canada12 canada123 canada123! canada1234 canada69 canada@123
canadacanada cannabis captain1 captainamerica carlos01 carlos12 carlos123 carlos1234 carolina carolina! carolina01 carolina1 carolina12 carolina123
carolina1234 catwoman cccccccc cccccccccc celtic123 celtic1888 champion champion1 champions changeit changeme changeme1 changeme123 changeme2000 changeme2001
changeme2002 changeme2003 changeme2004 changeme2005 changeme2006 changeme2007 changeme2008 changeme2009 changeme2010 changeme2011 changeme2012 changeme2013
changeme2014 changeme2015 changeme2016 changeme2017 changeme2018 changeme2019 changeme2020 changeme2021 changeme2022 changeme2023 changeme2024 changeme2025
changeme2026 changeme2027 changeme2028 changeme2029 changeme2030 changenow changethis charles! charles01 charles1 charles12 charles123 charles1234 charlie!
charlie01 charlie1 charlie12 charlie123 charlie1234 charlie2 cheerleader cheerleader1 cheese01 cheese1! cheese12 cheese123 cheese123! cheese1234 cheese69
cheese@123 cheesecake cheesecheese chelsea! chelsea01 chelsea1 chelsea12 chelsea123 chelsea1234 chelseafc cherry01 cherry1! cherry12 cherry123 cherry123!
cherry1234 cherry69 cherry@123 cherrycherry chevelle chevrolet chevy123 chevy350 chicago! chicago01 chicago1 chicago1! chicago12 chicago123 chicago123!
chicago1234 chicago2 chicago69 chicago7 chicago@123 chicagobulls chicagochicago chicken! chicken01 chicken1 chicken1! chicken12 chicken123 chicken123!
chicken1234 chicken2 chicken69 chicken7 chicken@123 chickenchicken chihuahua china123 china123! china1234 china@123 chinachina chocolate chocolate!
chocolate01 chocolate1 chocolate1! chocolate12 chocolate123 chocolate123! chocolate1234 chocolate2 chocolate69 chocolate7 chocolate@123 chocolatechocolate
christ01 christ1! christ12 christ123 christ123! christ1234 christ69 christ@123 christchrist christina christina! christina01 christina1 christina12
christina123 christina1234 christopher christopher! christopher01 christopher1 christopher12 christopher123 christopher1234 church01 church1! church12
church123 church123! church1234 church69 church@123 churchchurch cinderella cinderella1 claudia! claudia01 claudia1 claudia12 claudia123 claudia1234
cocksucker coffee01 coffee1! coffee12 coffee123 coffee123! coffee1234 coffee69 coffee@123 coffeecoffee company! company01 company1 company1! company12
company123 company123! company1234 company2 company69 company7 company@123 companycompany computer computer! computer01 computer1 computer1! computer12
computer123 computer123! computer1234 computer2 computer69 computer7 computer@123 computercomputer contraseña cookie01 cookie1! cookie12 cookie123 cookie123!
cookie1234 cookie69 cookie@123 cookiecookie cookies1 corona01 corona1! corona12 corona123 corona123! corona1234 corona69 corona@123 coronacorona corvette
corvette! corvette01 corvette1 corvette1! corvette12 corvette123 corvette123! corvette1234 corvette2 corvette69 corvette7 corvette@123 corvettecorvette
courtney courtney! courtney01 courtney1 courtney12 courtney123 courtney1234 cowboy123 cowboys1 cowboys123 cowgirl1 cristiano crocodile crystal! crystal01
crystal1 crystal1! crystal12 crystal123 crystal123! crystal1234 crystal2 crystal69 crystal7 crystal@123 crystalcrystal cupcake1 cupcake123 daddy123 daddysgirl
dakota01 dakota12 dakota123 dakota1234 dallascowboys dance123 dance123! dance1234 dance@123 dancedance daniel01 daniel12 daniel123 daniel1234 daniela!
daniela01 daniela1 daniela12 daniela123 daniela1234 danielle danielle! danielle01 danielle1 danielle12 danielle123 danielle1234 darkangel darkknight darkness
darkness1 darkside dddddddd dddddddddd deadpool deadpool1 december december! december01 december1 december1! december12 december123 december123! december1234
december2 december69 december7 december@123 decemberdecember default1 default123 defaultpassword demo1234 demodemo destiny! destiny01 destiny1 destiny12
destiny123 destiny1234 devil666 diamond! diamond01 diamond1 diamond1! diamond12 diamond123 diamond123! diamond1234 diamond2 diamond69 diamond7 diamond@123
diamonddiamond dimitri! dimitri01 dimitri1 dimitri12 dimitri123 dimitri1234 disney01 disney1! disney12 disney123 disney123! disney1234 disney69 disney@123
disneydisney doberman dodgers1 doggie123 dolphin! dolphin01 dolphin1 dolphin1! dolphin12 dolphin123 dolphin123! dolphin1234 dolphin2 dolphin69 dolphin7
dolphin@123 dolphindolphin dolphins dolphins1 donaldduck dontknow dragon01 dragon1! dragon12 dragon123 dragon123! dragon1234 dragon69 dragon@123 dragonball
dragonballz dragondragon dragonfly dragonfly1 dragons1 drummer1 drummer123 ducati123 dumbledore dylan123 dylan1234 eagle123 eagle123! eagle1234 eagle@123
eagleeagle eagles123 eduardo! eduardo01 eduardo1 eduardo12 eduardo123 eduardo1234 edward01 edward12 edward123 edward1234 edwardcullen eeeeeeee eeeeeeeeee
ekaterina ekaterina! ekaterina01 ekaterina1 ekaterina12 ekaterina123 ekaterina1234 elephant elephant1 elizabeth elizabeth! elizabeth01 elizabeth1 elizabeth12
elizabeth123 elizabeth1234 elvis123 elvispresley emily123 emily1234 eminem123 england! england01 england1 england1! england12 england123 england123!
england1234 england2 england69 england7 england@123 englandengland enter123 entrance everton1 everything facebook facebook! facebook01 facebook1 facebook1!
facebook12 facebook123 facebook123! facebook1234 facebook2 facebook69 facebook7 facebook@123 facebookfacebook faith123 faith123! faith1234 faith@123
faithfaith falcon01 falcon1! falcon12 falcon123 falcon123! falcon1234 falcon69 falcon@123 falconfalcon familia1 family01 family1! family12 family123
family123! family1234 family69 family@123 familyfamily father01 father1! father12 father123 father123! father1234 father69 father@123 fatherfather fatima01
fatima12 fatima123 fatima1234 fcbarcelona february february! february01 february1 february1! february12 february123 february123! february1234 february2
february69 february7 february@123 februaryfebruary fernando fernando! fernando01 fernando1 fernando12 fernando123 fernando1234 ferrari! ferrari01 ferrari1
ferrari1! ferrari12 ferrari123 ferrari123! ferrari1234 ferrari2 ferrari458 ferrari69 ferrari7 ferrari@123 ferrariferrari ffffffff ffffffffff finance!
finance01 finance1 finance1! finance12 finance123 finance123! finance1234 finance2 finance69 finance7 finance@123 financefinance fisherman fishing1 fishing123
florida! florida01 florida1 florida1! florida12 florida123 florida123! florida1234 florida2 florida69 florida7 florida@123 floridaflorida flower01 flower1!
flower12 flower123 flower123! flower1234 flower69 flower@123 flowerflower flowerpower flowers1 football football! football01 football1 football1! football12
football123 football123! football1234 football2 football69 football7 football@123 footballfootball footballs forever! forever01 forever1 forever1! forever12
forever123 forever123! forever1234 forever2 forever69 forever7 forever@123 foreverforever foreverlove forgotten formula1 fortnite fortnite1 france01 france1!
france12 france123 france123! france1234 france69 france@123 francefrance francisco francisco! francisco01 francisco1 francisco12 francisco123 francisco1234
freedom! freedom01 freedom1 freedom1! freedom12 freedom123 freedom123! freedom1234 freedom2 freedom69 freedom7 freedom@123 freedomfreedom friday01 friday1!
friday12 friday123 friday123! friday1234 friday69 friday@123 fridayfriday friend01 friend1! friend12 friend123 friend123! friend1234 friend69 friend@123
friendfriend friends1 friends123 friendship fuckme69 fuckoff1 fuckyou! fuckyou1 fuckyou123 fuckyou2 fuckyou69 gabriel! gabriel01 gabriel1 gabriel12 gabriel123
gabriel1234 gandalf1 gandalf123 gangsta1 gangster gangster1 garfield garfield1 george01 george12 george123 george1234 germany! germany01 germany1 germany1!
germany12 germany123 germany123! germany1234 germany2 germany69 germany7 germany@123 germanygermany gggggggg gggggggggg ghost123 ginger01 ginger1! ginger12
ginger123 ginger123! ginger1234 ginger69 ginger@123 gingerginger godfather godzilla golden01 golden1! golden12 golden123 golden123! golden1234 golden69
golden@123 goldengolden goodbye! goodbye01 goodbye1 goodbye1! goodbye12 goodbye123 goodbye123! goodbye1234 goodbye2 goodbye69 goodbye7 goodbye@123
goodbyegoodbye google01 google1! google12 google123 google123! google1234 google69 google@123 googlegoogle grace123 grace123! grace1234 grace@123 gracegrace
grandma1 grandpa1 greenday greenday1 gryffindor guardian guardianangel guest123 guest1234 guestguest guitar01 guitar1! guitar12 guitar123 guitar123!
guitar1234 guitar69 guitar@123 guitarguitar guitarist guitars1 gunsnroses gustavo! gustavo01 gustavo1 gustavo12 gustavo123 gustavo1234 gymnast1 gymnastics
hannah01 hannah12 hannah123 hannah1234 hannahmontana happy123 happy123! happy1234 happy@123 happyhappy hardcore harley01 harley1! harley12 harley123
harley123! harley1234 harley69 harley@123 harleydavidson harleyharley harry123 harry1234 harrypotter harrypotter1 harrystyles haslo123 hassan01 hassan12
hassan123 hassan1234 heather! heather01 heather1 heather12 heather123 heather1234 heaven01 heaven1! heaven12 heaven123 heaven123! heaven1234 heaven69
heaven@123 heavenheaven heavymetal hello123 hello123! hello1234 hello@123 hellohello hellokitty hellokitty1 henry123 henry1234 hermione hero1234 hhhhhhhh
hhhhhhhhhh hiphop123 hockey01 hockey1! hockey12 hockey123 hockey123! hockey1234 hockey69 hockey@123 hockeyhockey hogwarts hogwarts1 homersimpson honda123
honda123! honda1234 honda@123 hondacivic hondahonda honey123 honeybee hope123! hope1234 hope@123 hopehope horse123 horse123! horse1234 horse@123 horsehorse
hotgirl1 hotmail! hotmail01 hotmail1 hotmail1! hotmail12 hotmail123 hotmail123! hotmail1234 hotmail2 hotmail69 hotmail7 hotmail@123 hotmailhotmail hotstuff
hotstuff1 hottie12 hottie123 hunter01 hunter1! hunter12 hunter123 hunter123! hunter1234 hunter69 hunter@123 hunterhunter hunting1 ibrahim! ibrahim01 ibrahim1
ibrahim12 ibrahim123 ibrahim1234 icecream icecream1 idontcare idontknow idontknow1 iforgot1 iforgotit iiiiiiii iiiiiiiiii ilovefootball ilovegod iloveher1
ilovehim1 ilovejesus iloveme1 iloveme123 ilovemom ilovemusic ilovemydad ilovemymom ilovemyself iloveu123 iloveyou iloveyou! iloveyou1 iloveyou12 iloveyou123
iloveyou2 iloveyou2much iloveyou3 iloveyouu india123 india123! india1234 india@123 indiaindia instagram instagram1 intermilan internet internet! internet01
internet1 internet1! internet12 internet123 internet123! internet1234 internet2 internet69 internet7 internet@123 internetinternet iphone123 ironmaiden
ironmaiden1 ironman1 ironman123 isabella isabella! isabella01 isabella1 isabella12 isabella123 isabella1234 italy123 italy123! italy1234 italy@123 italyitaly
jack1234 jackpot1 jackpot777 jackson! jackson01 jackson1 jackson12 jackson123 jackson1234 jacob123 jacob1234 james123 james1234 jamesbond jamesbond007
jamesbond1 january! january01 january1 january1! january12 january123 january123! january1234 january2 january69 january7 january@123 januaryjanuary japan123
japan123! japan1234 japan@123 japanjapan jennifer jennifer! jennifer01 jennifer1 jennifer12 jennifer123 jennifer1234 jessica! jessica01 jessica1 jessica12
jessica123 jessica1234 jesus123 jesus123! jesus1234 jesus@123 jesusjesus jjjjjjjj jjjjjjjjjj johnlennon jonasbrothers jonathan jonathan! jonathan01 jonathan1
jonathan12 jonathan123 jonathan1234 jordan01 jordan12 jordan123 jordan1234 jordan23 joseph01 joseph12 joseph123 joseph1234 joshua01 joshua12 joshua123
joshua1234 july123! july1234 july@123 julyjuly june123! june1234 june@123 junejune jurassic justin01 justin12 justin123 justin1234 justinbieber juventus
juventus1 katherine katherine! katherine01 katherine1 katherine12 katherine123 katherine1234 kawasaki kawasaki1 kenneth! kenneth01 kenneth1 kenneth12
kenneth123 kenneth1234 keyboard keyboard1 killer01 killer1! killer12 killer123 killer123! killer1234 killer69 killer@123 killerkiller kimberly kimberly!
kimberly01 kimberly1 kimberly12 kimberly123 kimberly1234 kingkong kitten123 kittens1 kitty123 kitty123! kitty1234 kitty@123 kittycat kittycat1 kittykitty
kkkkkkkk kkkkkkkkkk kobebryant korn1234 krishna! krishna01 krishna1 krishna12 krishna123 krishna1234 labrador lakers123 lakers24 lamborghini laptop123
laura123 laura1234 lebron23 lebronjames ledzeppelin legend123 legends1 legolas1 letmein! letmein01 letmein1 letmein1! letmein12 letmein123 letmein123!
letmein1234 letmein2 letmein2000 letmein2001 letmein2002 letmein2003 letmein2004 letmein2005 letmein2006 letmein2007 letmein2008 letmein2009 letmein2010
letmein2011 letmein2012 letmein2013 letmein2014 letmein2015 letmein2016 letmein2017 letmein2018 letmein2019 letmein2020 letmein2021 letmein2022 letmein2023
letmein2024 letmein2025 letmein2026 letmein2027 letmein2028 letmein2029 letmein2030 letmein69 letmein7 letmein@123 letmeinletmein letmeinnow letmeinplease
liberty1 lightning lightning! lightning01 lightning1 lightning1! lightning12 lightning123 lightning123! lightning1234 lightning2 lightning69 lightning7
lightning@123 lightninglightning linkedin linkedin1 linkinpark linkinpark1 linux123 lion123! lion1234 lion@123 lionelmessi lionlion liverpool liverpool1
liverpool123 liverpoolfc llllllll llllllllll login123 login1234 loginlogin lollipop lollipop1 london01 london1! london12 london123 london123! london1234
london69 london@123 londonlondon lordoftherings love123! love1234 love@123 loveislife lovelife lovelove lovely12 loveme12 loveme123 lovers12 loveyou1
loveyou123 loveyou2 lucas123 lucas1234 lucifer1 lucifer666 lucky123 lucky123! lucky1234 lucky13! lucky777 lucky7777 lucky@123 luckylucky macintosh madison!
madison01 madison1 madison12 madison123 madison1234 madonna1 madrid01 madrid1! madrid12 madrid123 madrid123! madrid1234 madrid69 madrid@123 madridmadrid
maggie123 magic123 magic123! magic1234 magic@123 magicmagic mama1234 mamacita mamapapa manager! manager01 manager1 manager1! manager12 manager123 manager123!
manager1234 manager2 manager69 manager7 manager@123 managermanager manchester manchester1 manchesterunited mancity1 manuel01 manuel12 manuel123 manuel1234
manunited manunited1 manutd123 maradona march123 march123! march1234 march@123 marchmarch marcus01 marcus12 marcus123 marcus1234 margaret margaret! margaret01
margaret1 margaret12 margaret123 margaret1234 maria123 maria1234 marijuana marijuana1 marina01 marina12 marina123 marina1234 marines1 marlboro marlboro!
marlboro01 marlboro1 marlboro1! marlboro12 marlboro123 marlboro123! marlboro1234 marlboro2 marlboro69 marlboro7 marlboro@123 marlboromarlboro marley01
marley1! marley12 marley123 marley123! marley1234 marley69 marley@123 marleymarley marshmallow martin01 martin12 martin123 martin1234 maserati master01
master1! master12 master123 master123! master1234 master69 master@123 masterkey mastermaster matrix01 matrix1! matrix12 matrix123 matrix123! matrix1234
matrix69 matrix@123 matrixmatrix matthew! matthew01 matthew1 matthew12 matthew123 matthew1234 max12345 megadeth melissa! melissa01 melissa1 melissa12
melissa123 melissa1234 mercedes mercedes! mercedes01 mercedes1 mercedes1! mercedes12 mercedes123 mercedes123! mercedes1234 mercedes2 mercedes69 mercedes7
mercedes@123 mercedesbenz mercedesmercedes mermaid1 messi123 metallica metallica1 mexico01 mexico1! mexico12 mexico123 mexico123! mexico1234 mexico69
mexico@123 mexicomexico michael! michael01 michael1 michael12 michael123 michael1234 michaeljordan michelle michelle! michelle01 michelle1 michelle12
michelle123 michelle1234 mickey01 mickey1! mickey12 mickey123 mickey123! mickey1234 mickey69 mickey@123 mickeymickey mickeymouse miguel01 miguel12 miguel123
miguel1234 mileycyrus military minecraft minecraft1 minecraft123 minniemouse mitsubishi mmmmmmmm mmmmmmmmmm mohammed mohammed! mohammed01 mohammed1 mohammed12
mohammed123 mohammed1234 mommy123 monday01 monday1! monday12 monday123 monday123! monday1234 monday69 monday@123 mondaymonday money123 money123! money1234
money@123 moneymoney monica01 monica12 monica123 monica1234 monitor1 monkey01 monkey1! monkey12 monkey123 monkey123! monkey1234 monkey69 monkey@123 monkeyboy
monkeyman monkeymonkey monkeys1 monster1 monster123 monsters moonlight moonlight1 moscow01 moscow1! moscow12 moscow123 moscow123! moscow1234 moscow69
moscow@123 moscowmoscow motdepasse motdepasse1 mother01 mother1! mother12 mother123 mother123! mother1234 mother69 mother@123 motherfucker motherfucker1
mothermother motocross motocross1 motorcycle motorola mousepad muhammad muhammad! muhammad01 muhammad1 muhammad12 muhammad123 muhammad1234 music123 music123!
music1234 music4life music@123 musiclover musicman musicmusic mustang! mustang01 mustang1 mustang1! mustang12 mustang123 mustang123! mustang1234 mustang2
mustang65 mustang69 mustang7 mustang@123 mustanggt mustangmustang myaccount myamerica myaugust myaustralia myautumn mybanana mybanking mybaseball mybatman
myberlin myblessed myboston mybrazil mybrother mybudweiser mybusiness mycalifornia mycanada mycheese mycherry mychicago mychicken mychocolate mychrist
mychurch mycoffee mycompany mycomputer mycookie mycorona mycorvette mycrystal mydecember mydiamond mydisney mydolphin mydragon myengland myfacebook myfalcon
myfamily myfather myfebruary myferrari myfinance myflorida myflower myfootball myforever myfrance myfreedom myfriday myfriend mygermany myginger mygolden
mygoodbye mygoogle myguitar myharley myheaven myhockey myhotmail myhunter myinternet myjanuary mykiller myletmein mylightning mylondon mylove123 myloves1
mymadrid mymanager mymarlboro mymarley mymaster mymatrix mymercedes mymexico mymickey mymonday mymonkey mymoscow mymother mymustang mymystery mynaruto
mynetwork mynewyork mynovember myoctober myoffice myorange mypanther mypassword mypassword1 mypayment mypeanut mypepper myphoenix mypirate mypokemon myporsche
myprayer myprincess mypurple myqwerty myranger myrussia mysamsung mysaturday mysecret mysecurity myseptember myserver myservice myshadow mysilver mysister
mysoccer myspace1 myspace123 myspring mystery! mystery01 mystery1 mystery1! mystery12 mystery123 mystery123! mystery1234 mystery2 mystery69 mystery7
mystery@123 mysterymystery mysummer mysunday mysunshine mysuperman mysupport mysystem mythunder mythursday mytoyota mytuesday myturtle mywednesday mywelcome
mywindows mywinter mywizard myyamaha myyellow naruto01 naruto1! naruto12 naruto123 naruto123! naruto1234 naruto69 naruto@123 narutonaruto nascar123 nascar24
natalie! natalie01 natalie1 natalie12 natalie123 natalie1234 natasha! natasha01 natasha1 natasha12 natasha123 natasha1234 navyseal neomatrix network!
network01 network1 network1! network12 network123 network123! network1234 network2 network69 network7 network@123 networknetwork newcastle newcastle1
newpassword newpassword1 newyork! newyork01 newyork1 newyork1! newyork12 newyork123 newyork123! newyork1234 newyork2 newyork69 newyork7 newyork@123
newyorknewyork nicholas nicholas! nicholas01 nicholas1 nicholas12 nicholas123 nicholas1234 nicole01 nicole12 nicole123 nicole1234 nikita01 nikita12 nikita123
nikita1234 ninja123 ninja123! ninja1234 ninja@123 ninjaninja nirvana1 nirvana123 nnnnnnnn nnnnnnnnnn nokia123 noneofyourbusiness nopassword nothing1
nothing123 november november! november01 november1 november1! november12 november123 november123! november1234 november2 november69 november7 november@123
novembernovember october! october01 october1 october1! october12 october123 october123! october1234 october2 october69 october7 october@123 octoberoctober
office01 office1! office12 office123 office123! office1234 office69 office@123 officeoffice oldpassword oliver01 oliver12 oliver123 oliver1234 olivia01
olivia12 olivia123 olivia1234 onedirection oooooooo oooooooooo openopen opensesame opensesame1 orange01 orange1! orange12 orange123 orange123! orange1234
orange69 orange@123 orangeorange oranges1 oreo1234 oscar123 oscar1234 p4ssw0rd p4ssword p@ssw0rd p@ssw0rd1 p@ssw0rd123 p@ssword p@ssword1 pa$$w0rd pa$$word
pa55w0rd pa55word packers1 panther! panther01 panther1 panther1! panther12 panther123 panther123! panther1234 panther2 panther69 panther7 panther@123
pantherpanther panthers panthers1 paris123 paris123! paris1234 paris@123 parisparis party123 party123! party1234 party@123 partyparty passw0rd passw0rd1
passw0rd123 password password! password01 password1 password1! password12 password123 password123! password1234 password12345 password123456 password2
password2000 password2001 password2002 password2003 password2004 password2005 password2006 password2007 password2008 password2009 password2010 password2011
password2012 password2013 password2014 password2015 password2016 password2017 password2018 password2018! password2019 password2019! password2020 password2020!
password2021 password2021! password2022 password2022! password2023 password2023! password2024 password2024! password2025 password2025! password2026
password2026! password2027 password2027! password2028 password2029 password2030 password69 password7 password@123 passwordpassword passwords passwort
passwort1 passwort123 patricia patricia! patricia01 patricia1 patricia12 patricia123 patricia1234 patrick! patrick01 patrick1 patrick12 patrick123 patrick1234
patriots patriots1 payment! payment01 payment1 payment1! payment12 payment123 payment123! payment1234 payment2 payment69 payment7 payment@123 paymentpayment
peace123 peace123! peace1234 peace@123 peacepeace peanut01 peanut1! peanut12 peanut123 peanut123! peanut1234 peanut69 peanut@123 peanutbutter peanutpeanut
penguin1 penguin123 penguins pepper01 pepper1! pepper12 pepper123 pepper123! pepper1234 pepper69 pepper@123 pepperpepper philip01 philip12 philip123
philip1234 phoenix! phoenix01 phoenix1 phoenix1! phoenix12 phoenix123 phoenix123! phoenix1234 phoenix2 phoenix69 phoenix7 phoenix@123 phoenixphoenix pineapple
pineapple1 pinkfloyd pinkfloyd1 pinkpanther pirate01 pirate1! pirate12 pirate123 pirate123! pirate1234 pirate69 pirate@123 piratepirate pizza123 pizza123!
pizza1234 pizza@123 pizzapizza playboy1 playboy69 playgirl pokemon! pokemon01 pokemon1 pokemon1! pokemon12 pokemon123 pokemon123! pokemon1234 pokemon2
pokemon69 pokemon7 pokemon@123 pokemonpokemon porsche! porsche01 porsche1 porsche1! porsche12 porsche123 porsche123! porsche1234 porsche2 porsche69 porsche7
porsche9 porsche911 porsche@123 porscheporsche pppppppp pppppppppp prayer01 prayer1! prayer12 prayer123 prayer123! prayer1234 prayer69 prayer@123 prayerprayer
predator predator1 princess princess! princess01 princess1 princess1! princess12 princess123 princess123! princess1234 princess2 princess69 princess7
princess@123 princessa princesse princessprincess prinzessin priyanka priyanka! priyanka01 priyanka1 priyanka12 priyanka123 priyanka1234 pumpkin1 pumpkin123
punkrock punkrocker puppies1 puppy123 puppy123! puppy1234 puppy@123 puppydog puppypuppy purple01 purple1! purple12 purple123 purple123! purple1234 purple69
purple@123 purplepurple pussy123 pussycat pussycat1 q12345678 q1w2e3r4 q1w2e3r4! q1w2e3r4t5 q1w2e3r4t5y6 qaz12345 qazqazqaz qazwsx123 qazwsxedc qazwsxedcrfv
qq123456 qqqqqqqq qqqqqqqqqq qqww1122 qwe12345 qwe123456 qwe123qwe qweasd123 qweasdqwe qweasdzxc qweqweqwe qwer1234 qwer12345 qwerasdf qwerasdfzxcv qwertasdfg
qwerty!@# qwerty01 qwerty1! qwerty12 qwerty123 qwerty123! qwerty1234 qwerty12345 qwerty123456 qwerty2000 qwerty2001 qwerty2002 qwerty2003 qwerty2004
qwerty2005 qwerty2006 qwerty2007 qwerty2008 qwerty2009 qwerty2010 qwerty2011 qwerty2012 qwerty2013 qwerty2014 qwerty2015 qwerty2016 qwerty2017 qwerty2018
qwerty2019 qwerty2020 qwerty2021 qwerty2022 qwerty2023 qwerty2024 qwerty2025 qwerty2026 qwerty2027 qwerty2028 qwerty2029 qwerty2030 qwerty69 qwerty77 qwerty99
qwerty@123 qwertyqwerty qwertyui qwertyuiop qwertyuiop1 qwertyuiop123 qwertzui qwertzuiop racecar1 rachel01 rachel12 rachel123 rachel1234 racing123 raiders1
rainbow1 rainbow12 rainbow123 rajesh01 rajesh12 rajesh123 rajesh1234 rammstein rammstein1 ranger01 ranger1! ranger12 ranger123 ranger123! ranger1234 ranger69
ranger@123 rangerranger rangers1 rangers123 raspberry realmadrid realmadrid1 rebecca! rebecca01 rebecca1 rebecca12 rebecca123 rebecca1234 redsox123 remember
remember1 ricardo! ricardo01 ricardo1 ricardo12 ricardo123 ricardo1234 richard! richard01 richard1 richard12 richard123 richard1234 rihanna1 robert01 robert12
robert123 robert1234 roberto! roberto01 roberto1 roberto12 roberto123 roberto1234 roblox123 rocknroll rocknroll1 rockstar rockstar1 rockstar123 rocky123
rodrigo! rodrigo01 rodrigo1 rodrigo12 rodrigo123 rodrigo1234 rollingstones ronaldo1 ronaldo123 ronaldo7 rooney10 root1234 root12345 rootpassword rootroot
rottweiler rrrrrrrr rrrrrrrrrr russia01 russia1! russia12 russia123 russia123! russia1234 russia69 russia@123 russiarussia samantha samantha! samantha01
samantha1 samantha12 samantha123 samantha1234 samsung! samsung01 samsung1 samsung1! samsung12 samsung123 samsung123! samsung1234 samsung2 samsung69 samsung7
samsung@123 samsungsamsung sarah123 sarah1234 satan666 saturday saturday! saturday01 saturday1 saturday1! saturday12 saturday123 saturday123! saturday1234
saturday2 saturday69 saturday7 saturday@123 saturdaysaturday savannah savannah! savannah01 savannah1 savannah12 savannah123 savannah1234 scarface scoobydoo
scoobydoo1 sebastian sebastian! sebastian01 sebastian1 sebastian12 sebastian123 sebastian1234 secret01 secret1! secret12 secret123 secret123! secret1234
secret2000 secret2001 secret2002 secret2003 secret2004 secret2005 secret2006 secret2007 secret2008 secret2009 secret2010 secret2011 secret2012 secret2013
secret2014 secret2015 secret2016 secret2017 secret2018 secret2019 secret2020 secret2021 secret2022 secret2023 secret2024 secret2025 secret2026 secret2027
secret2028 secret2029 secret2030 secret69 secret@123 secretsecret security security! security01 security1 security1! security12 security123 security123!
security1234 security2 security69 security7 security@123 securitysecurity selenagomez semperfi semperfi1 senha123 september september! september01 september1
september1! september12 september123 september123! september1234 september2 september69 september7 september@123 septemberseptember sergey01 sergey12
sergey123 sergey1234 server01 server1! server12 server123 server123! server1234 server69 server@123 serverserver service! service01 service1 service1!
service12 service123 service123! service1234 service2 service69 service7 service@123 serviceservice sesame123 sexy1234 sexybitch sexyboy1 sexygirl sexygirl1
sexylady sexymama sexysexy shadow01 shadow1! shadow12 shadow123 shadow123! shadow1234 shadow69 shadow@123 shadowshadow shakira1 silver01 silver1! silver12
silver123 silver123! silver1234 silver69 silver@123 silverado silversilver simpsons simpsons1 sister01 sister1! sister12 sister123 sister123! sister1234
sister69 sister@123 sisters1 sistersister skateboard skateboarding skeleton skeleton1 slipknot slipknot1 slipknot666 slytherin smile123 smile123! smile1234
smile@123 smilesmile smokeweed smokeweed420 snapchat snapchat1 snoopy123 snowball snowball1 snowboard snowboarding snowflake snowman1 snowwhite soccer01
soccer1! soccer10 soccer12 soccer123 soccer123! soccer1234 soccer69 soccer@123 soccersoccer softball softball1 soldier1 something something1 sophia01 sophia12
sophia123 sophia1234 southpark spain123 spain123! spain1234 spain@123 spainspain spiderman spiderman1 spiderman123 spongebob spongebob1 spongebob123 spring01
spring1! spring12 spring123 spring123! spring1234 spring2000 spring2001 spring2002 spring2003 spring2004 spring2005 spring2006 spring2007 spring2008
spring2009 spring2010 spring2011 spring2012 spring2013 spring2014 spring2015 spring2016 spring2017 spring2018 spring2018! spring2019 spring2019! spring2020
spring2020! spring2021 spring2021! spring2022 spring2022! spring2023 spring2023! spring2024 spring2024! spring2025 spring2025! spring2026 spring2026!
spring2027 spring2027! spring2028 spring2029 spring2030 spring69 spring@123 springspring ssssssss ssssssssss stargate stargate1 starlight startrek startrek1
starwars starwars1 starwars123 steelers steelers1 stephanie stephanie! stephanie01 stephanie1 stephanie12 stephanie123 stephanie1234 stephen! stephen01
stephen1 stephen12 stephen123 stephen1234 steven01 steven12 steven123 steven1234 stoner420 strawberry strawberry1 subaru123 success1 success123 summer01
summer1! summer12 summer123 summer123! summer1234 summer2000 summer2001 summer2002 summer2003 summer2004 summer2005 summer2006 summer2007 summer2008
summer2009 summer2010 summer2011 summer2012 summer2013 summer2014 summer2015 summer2016 summer2017 summer2018 summer2018! summer2019 summer2019! summer2020
summer2020! summer2021 summer2021! summer2022 summer2022! summer2023 summer2023! summer2024 summer2024! summer2025 summer2025! summer2026 summer2026!
summer2027 summer2027! summer2028 summer2029 summer2030 summer69 summer@123 summersummer sunday01 sunday1! sunday12 sunday123 sunday123! sunday1234 sunday69
sunday@123 sundaysunday sunflower sunflower1 sunshine sunshine! sunshine01 sunshine1 sunshine1! sunshine12 sunshine123 sunshine123! sunshine1234 sunshine2
sunshine69 sunshine7 sunshine@123 sunshinesunshine superadmin superman superman! superman01 superman1 superman1! superman12 superman123 superman123!
superman1234 superman2 superman69 superman7 superman@123 supermansuperman superuser support! support01 support1 support1! support12 support123 support123!
support1234 support2 support69 support7 support@123 supportsupport suzuki123 svetlana svetlana! svetlana01 svetlana1 svetlana12 svetlana123 svetlana1234
sweetheart sweetheart1 sweetie1 sweetness sweetpea sweetpea1 swimming swimming1 sysadmin system01 system1! system12 system123 system123! system1234 system69
system@123 systemsystem tatiana! tatiana01 tatiana1 tatiana12 tatiana123 tatiana1234 taylor01 taylor12 taylor123 taylor1234 taylorswift temp1234 temporary
temporary1 temppass terminator terminator1 test1234 test12345 test123456 tester123 testing1 testing123 testpassword testtest testtest1 texas123 texas123!
texas1234 texas@123 texastexas thebeatles thepassword thomas01 thomas12 thomas123 thomas1234 thuglife thuglife1 thunder! thunder01 thunder1 thunder1!
thunder12 thunder123 thunder123! thunder1234 thunder2 thunder69 thunder7 thunder@123 thunderthunder thursday thursday! thursday01 thursday1 thursday1!
thursday12 thursday123 thursday123! thursday1234 thursday2 thursday69 thursday7 thursday@123 thursdaythursday tiger123 tiger123! tiger1234 tiger@123 tigerlily
tigers123 tigertiger tigger12 tigger123 tinkerbell tinkerbell1 titanic1 together together1 tokyo123 tokyo123! tokyo1234 tokyo@123 tokyotokyo toor1234
topsecret tottenham toyota01 toyota1! toyota12 toyota123 toyota123! toyota1234 toyota69 toyota@123 toyotatoyota trinity! trinity01 trinity1 trinity12
trinity123 trinity1234 trustme1 trustno1 trustnoone tttttttt tttttttttt tuesday! tuesday01 tuesday1 tuesday1! tuesday12 tuesday123 tuesday123! tuesday1234
tuesday2 tuesday69 tuesday7 tuesday@123 tuesdaytuesday tupac123 turtle01 turtle1! turtle12 turtle123 turtle123! turtle1234 turtle69 turtle@123 turtleturtle
twilight twilight1 twitter1 twitter123 tyler123 tyler1234 ubuntu123 unicorn1 unicorns user1234 user12345 userpassword useruser usmarine usmc1775 uuuuuuuu
uuuuuuuuuu valentina valentina! valentina01 valentina1 valentina12 valentina123 valentina1234 vampire1 vampires vanessa! vanessa01 vanessa1 vanessa12
vanessa123 vanessa1234 veronica veronica! veronica01 veronica1 veronica12 veronica123 veronica1234 victoria victoria1 victory1 vincent! vincent01 vincent1
vincent12 vincent123 vincent1234 vladimir vladimir! vladimir01 vladimir1 vladimir12 vladimir123 vladimir1234 voldemort volkswagen volkswagen1 volleyball
volleyball1 vvvvvvvv vvvvvvvvvv wachtwoord wachtwoord1 warrior1 warriors warriors1 watermelon wednesday wednesday! wednesday01 wednesday1 wednesday1!
wednesday12 wednesday123 wednesday123! wednesday1234 wednesday2 wednesday69 wednesday7 wednesday@123 wednesdaywednesday weed4200 welcome! welcome01 welcome1
welcome1! welcome12 welcome123 welcome123! welcome1234 welcome2 welcome2000 welcome2001 welcome2002 welcome2003 welcome2004 welcome2005 welcome2006
welcome2007 welcome2008 welcome2009 welcome2010 welcome2011 welcome2012 welcome2013 welcome2014 welcome2015 welcome2016 welcome2017 welcome2018 welcome2018!
welcome2019 welcome2019! welcome2020 welcome2020! welcome2021 welcome2021! welcome2022 welcome2022! welcome2023 welcome2023! welcome2024 welcome2024!
welcome2025 welcome2025! welcome2026 welcome2026! welcome2027 welcome2027! welcome2028 welcome2029 welcome2030 welcome69 welcome7 welcome@123 welcomeback
welcomehome welcomewelcome werewolf westham1 whatever whatever1 whatever123 whatthehell whoami123 william! william01 william1 william12 william123 william1234
windows! windows01 windows1 windows1! windows10 windows11 windows12 windows123 windows123! windows1234 windows2 windows69 windows7 windows98 windows@123
windowswindows windowsxp winner123 winners1 winnie123 winniethepooh winter01 winter1! winter12 winter123 winter123! winter1234 winter2000 winter2001
winter2002 winter2003 winter2004 winter2005 winter2006 winter2007 winter2008 winter2009 winter2010 winter2011 winter2012 winter2013 winter2014 winter2015
winter2016 winter2017 winter2018 winter2018! winter2019 winter2019! winter2020 winter2020! winter2021 winter2021! winter2022 winter2022! winter2023
winter2023! winter2024 winter2024! winter2025 winter2025! winter2026 winter2026! winter2027 winter2027! winter2028 winter2029 winter2030 winter69 winter@123
winterwinter wizard01 wizard1! wizard12 wizard123 wizard123! wizard1234 wizard69 wizard@123 wizardwizard wolf123! wolf1234 wolf@123 wolfwolf wolverine
wolverine1 wonderwoman wwwwwwww wwwwwwwwww xsw21qaz xxxxxxxx xxxxxxxxxx yahoo123 yahoo123! yahoo1234 yahoo@123 yahooyahoo yamaha01 yamaha1! yamaha12 yamaha123
yamaha123! yamaha1234 yamaha69 yamaha@123 yamahar1 yamahayamaha yankees1 yankees123 yankees2 yellow01 yellow1! yellow12 yellow123 yellow123! yellow1234
yellow69 yellow@123 yellowyellow yourpassword youtube1 youtube123 yyyyyyyy yyyyyyyyyy z1x2c3v4 zaq!2wsx zaq12wsx zaq1xsw2 zaq1zaq1 zaqxswcde zombie123
zxcv1234 zxcvbnm, zxcvbnm,. zxcvbnm,./ zxcvbnm1 zxcvbnm123 zxcvzxcv zxczxczxc zz123456 zzzzzzzz zzzzzzzzzz
`;

export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(LIST.trim().split(/\s+/));
